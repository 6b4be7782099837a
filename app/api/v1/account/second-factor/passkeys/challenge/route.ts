import { defineRoutes } from "@/lib/http/api/define-routes";
import { publicUrl } from "@/lib/http/api/headers";
import { startPasskey } from "@/lib/identity/second-factor/second-factors";
import { ConfirmBody, PasskeyChallenge } from "@/lib/schemas/second-factor";

export const endpoint = defineRoutes("/account/second-factor/passkeys/challenge", (route) => ({
  POST: route(
    {
      summary: "Start adding a passkey",
      access: "session",
      beforeSecondFactor: true,
      body: ConfirmBody,
      response: PasskeyChallenge,
      status: 201,
    },
    ({ caller, body, request }) => startPasskey(caller, body.currentPassword, publicUrl(request)),
  ),
}));
