import { defineRoutes } from "@/lib/http/api/define-routes";
import { accountUsage } from "@/lib/identity/accounts/usage";
import { Usage, UsageQuery } from "@/lib/schemas/account";

export const endpoint = defineRoutes("/usage", (route) => ({
  GET: route(
    {
      operationId: "getUsage",
      summary: "Get the usage of the account",
      description:
        "Returns usage by day and by key, with the state of the hourly limit. Does not count towards the limit. New requests appear within a second.",
      tag: "Account",
      scope: "usage:read",
      query: UsageQuery,
      response: Usage,
      charge: false,
    },
    ({ caller, query }) => accountUsage(caller, query),
  ),
}));
