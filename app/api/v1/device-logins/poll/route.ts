import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { pollDeviceLogin } from "@/lib/identity/accounts/device-logins";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { DeviceLoginState, PollDeviceLoginBody } from "@/lib/schemas/device-logins";

export const endpoint = defineRoutes("/device-logins/poll", {
  POST: route(
    {
      operationId: "pollDeviceLogin",
      summary: "Fetch the key of a confirmed sign-in",
      description:
        "Needs no key. `pending` until a person has decided; 429 sooner than `intervalSeconds` after the last poll. The first answer after the approval contains the key, and ends the sign-in.",
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
});
