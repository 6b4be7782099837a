import { defineRoutes } from "@/lib/http/api/define-routes";
import { renewRecoveryCodes } from "@/lib/identity/second-factor/second-factors";
import { ConfirmBody, RecoveryCodes } from "@/lib/schemas/second-factor";

export const endpoint = defineRoutes("/account/second-factor/recovery-codes", (route) => ({
  POST: route(
    {
      summary: "Create new recovery codes",
      access: "session",
      body: ConfirmBody,
      audit: { action: "recovery_codes.created" },
      response: RecoveryCodes,
      status: 201,
    },
    ({ caller, body }) => renewRecoveryCodes(caller, body.currentPassword),
  ),
}));
