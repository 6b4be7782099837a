import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { publicUrl } from "@/lib/api/public-url";
import { ConfirmBody, PasskeyChallenge } from "@/lib/schemas/second-factor";
import { startPasskey } from "@/lib/second-factor/second-factors";

export const endpoint = defineRoutes("/account/second-factor/passkeys/challenge", {
  POST: route(
    {
      summary: "Begin to add a passkey",
      tag: "Account",
      access: "session",
      scope: null,
      beforeSecondFactor: true,
      body: ConfirmBody,
      response: PasskeyChallenge,
      status: 201,
      errors: ["conflict"],
    },
    ({ caller, body, request }) => startPasskey(caller, body.currentPassword, publicUrl(request)),
  ),
});
