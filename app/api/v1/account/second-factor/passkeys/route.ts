import { defineRoutes } from "@/lib/http/api/define-routes";
import { publicUrl } from "@/lib/http/api/headers";
import { finishPasskey, removePasskey } from "@/lib/identity/second-factor/second-factors";
import { AddPasskeyBody, RecoveryCodes, RemovedPasskey, RemovePasskeyBody } from "@/lib/schemas/second-factor";

export const endpoint = defineRoutes("/account/second-factor/passkeys", (route) => ({
  POST: route(
    {
      summary: "Add a passkey",
      access: "session",
      beforeSecondFactor: true,
      body: AddPasskeyBody,
      audit: { action: "passkey.added", name: "body.name" },
      response: RecoveryCodes,
      status: 201,
    },
    ({ caller, body, request }) => finishPasskey(caller, body, publicUrl(request)),
  ),
  DELETE: route(
    {
      summary: "Remove a passkey",
      access: "session",
      body: RemovePasskeyBody,
      audit: { action: "passkey.removed", name: "answer.name" },
      response: RemovedPasskey,
    },
    ({ caller, body }) => removePasskey(caller, body.id, body.currentPassword),
  ),
}));
