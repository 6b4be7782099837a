import { defineRoutes } from "@/lib/http/api/define-routes";
import { resetSecondFactor } from "@/lib/identity/second-factor/second-factors";

export const endpoint = defineRoutes("/admin/users/{userId}/second-factor", (route) => ({
  DELETE: route(
    {
      summary: "Remove the second factors of a person who has lost them",
      access: "session",
      admin: true,
      audit: { action: "second_factor.reset", target: "params.userId" },
      response: null,
    },
    ({ params }) => resetSecondFactor(params.userId),
  ),
}));
