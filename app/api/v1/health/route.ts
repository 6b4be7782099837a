import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { alive } from "@/lib/health";
import { Health } from "@/lib/schemas/account";

export const endpoint = defineRoutes("/health", {
  GET: route(
    {
      operationId: "getHealth",
      summary: "Check that the server is running",
      tag: "Health",
      access: "public",
      scope: null,
      response: Health,
    },
    () => alive(),
  ),
});
