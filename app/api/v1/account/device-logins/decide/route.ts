import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { decideDeviceLogin } from "@/lib/identity/accounts/device-logins";
import { DecideDeviceLoginBody } from "@/lib/schemas/device-logins";

export const endpoint = defineRoutes("/account/device-logins/decide", {
  POST: route(
    {
      summary: "Approve or deny a command line's sign-in",
      tag: "API keys",
      access: "session",
      scope: null,
      role: "manager",
      body: DecideDeviceLoginBody,
      response: null,
      errors: ["not_found", "conflict"],
    },
    async ({ caller, body }) => {
      await decideDeviceLogin(caller, body.userCode, body.approve);
      return undefined;
    },
  ),
});
