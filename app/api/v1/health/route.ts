import { defineRoutes } from "@/lib/http/api/define-routes";
import { alive } from "@/lib/operate/health";
import { Health } from "@/lib/schemas/account";

export const endpoint = defineRoutes("/health", (route) => ({
  GET: route(
    {
      operationId: "getHealth",
      summary: "Check that the server is running",
      description: "Returns the version and the state of each engine, without using the database.",
      tag: "Health",
      access: "public",
      response: Health,
    },
    () => alive(),
  ),
}));
