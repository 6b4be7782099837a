import { defineRoutes } from "@/lib/http/api/define-routes";
import { previewDeviceLogin } from "@/lib/identity/accounts/device-logins";
import { DeviceLoginPreview, UserCodeBody } from "@/lib/schemas/device-logins";

export const endpoint = defineRoutes("/account/device-logins/preview", (route) => ({
  POST: route(
    {
      summary: "Show the sign-in that a command line's code requests",
      access: "session",
      role: "manager",
      body: UserCodeBody,
      response: DeviceLoginPreview,
    },
    ({ caller, body }) => previewDeviceLogin(caller, body.userCode),
  ),
}));
