import { defineRoutes } from "@/lib/http/api/define-routes";
import {
  finishAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from "@/lib/identity/second-factor/second-factors";
import { ConfirmAuthenticatorBody, ConfirmBody, NewAuthenticator, RecoveryCodes } from "@/lib/schemas/second-factor";

export const endpoint = defineRoutes("/account/second-factor/authenticator", (route) => ({
  POST: route(
    {
      summary: "Start adding an authenticator app",
      access: "session",
      beforeSecondFactor: true,
      body: ConfirmBody,
      response: NewAuthenticator,
      status: 201,
    },
    ({ caller, body }) => startAuthenticator(caller, body.currentPassword),
  ),
  PUT: route(
    {
      summary: "Add the authenticator app with its first code",
      access: "session",
      beforeSecondFactor: true,
      body: ConfirmAuthenticatorBody,
      audit: { action: "authenticator.added" },
      response: RecoveryCodes,
    },
    ({ caller, body }) => finishAuthenticator(caller, body.code),
  ),
  DELETE: route(
    {
      summary: "Remove the authenticator app",
      access: "session",
      body: ConfirmBody,
      audit: { action: "authenticator.removed" },
      response: null,
    },
    ({ caller, body }) => removeAuthenticator(caller, body.currentPassword),
  ),
}));
