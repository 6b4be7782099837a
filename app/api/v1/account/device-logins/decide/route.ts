import { defineRoutes } from "@/lib/http/api/define-routes";
import { decideDeviceLogin } from "@/lib/identity/accounts/device-logins";
import { DecideDeviceLoginBody } from "@/lib/schemas/device-logins";

export const endpoint = defineRoutes("/account/device-logins/decide", (route) => ({
  POST: route(
    {
      summary: "Approve or deny a command line's sign-in",
      access: "session",
      role: "manager",
      body: DecideDeviceLoginBody,
      response: null,
    },
    ({ caller, body }) => decideDeviceLogin(caller, body.userCode, body.approve),
  ),
}));
