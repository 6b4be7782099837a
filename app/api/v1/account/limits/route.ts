import { defineRoutes } from "@/lib/http/api/define-routes";
import { limitsSummary } from "@/lib/identity/accounts/settings";
import { LimitsSummary } from "@/lib/schemas/account";

export const endpoint = defineRoutes("/account/limits", (route) => ({
  GET: route(
    {
      summary: "Get the limits and the remaining requests",
      access: "session",
      response: LimitsSummary,
    },
    ({ caller }) => limitsSummary(caller),
  ),
}));
