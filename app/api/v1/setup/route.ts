import { defineRoutes } from "@/lib/http/api/define-routes";
import { setUp } from "@/lib/identity/accounts/first-admin";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { SetupBody, SignedUp } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/setup", (route) => ({
  POST: route(
    {
      summary: "Create the first administrator",
      access: "page",
      body: SetupBody,
      audit: { action: "server.set_up", actor: "answer.userId" },
      response: SignedUp,
      status: 201,
    },
    async ({ request, body }) => {
      await throttlePage(request, "link");
      return setUp(body);
    },
  ),
}));
