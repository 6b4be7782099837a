import { defineRoutes } from "@/lib/http/api/define-routes";
import { pollDeviceLogin } from "@/lib/identity/accounts/device-logins";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { DeviceLoginState, PollDeviceLoginBody } from "@/lib/schemas/device-logins";

export const endpoint = defineRoutes("/device-logins/poll", (route) => ({
  POST: route(
    {
      operationId: "pollDeviceLogin",
      summary: "Get the key of a confirmed sign-in",
      description:
        "Requires no key. Returns `pending` until a person has decided, and 429 if you poll again before `intervalSeconds` have passed. The first response after the approval contains the key and ends the sign-in.",
      tag: "Account",
      access: "public",
      body: PollDeviceLoginBody,
      response: DeviceLoginState,
      errors: ["not_found", "conflict", "rate_limit_exceeded"],
      examples: { request: { deviceCode: "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS" } },
    },
    async ({ request, body }) => {
      await throttlePage(request, "device_poll");
      return pollDeviceLogin(body.deviceCode, request);
    },
  ),
}));
