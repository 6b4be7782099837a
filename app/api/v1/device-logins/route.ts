import { defineRoutes } from "@/lib/http/api/define-routes";
import { publicUrl } from "@/lib/http/api/headers";
import { startDeviceLogin } from "@/lib/identity/accounts/device-logins";
import { clientAddress } from "@/lib/identity/auth/client-address";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { StartDeviceLoginBody, StartedDeviceLogin } from "@/lib/schemas/device-logins";

export const endpoint = defineRoutes("/device-logins", (route) => ({
  POST: route(
    {
      operationId: "startDeviceLogin",
      summary: "Start signing in a command line",
      description:
        "Requires no key. Show the person `verificationUrl` and `userCode`, and poll with `deviceCode` until they have confirmed on that page, within ten minutes.",
      tag: "Account",
      access: "public",
      body: StartDeviceLoginBody,
      response: StartedDeviceLogin,
      status: 201,
      errors: ["rate_limit_exceeded"],
      examples: { request: { clientName: "dragoman on laptop" } },
    },
    async ({ request, body: { clientName } }) => {
      await throttlePage(request, "device_login");
      return startDeviceLogin({ clientName, clientAddress: clientAddress(request) }, publicUrl(request));
    },
  ),
}));
