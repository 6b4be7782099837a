import { defineRoutes } from "@/lib/http/api/define-routes";
import { pendingResets } from "@/lib/identity/accounts/password-reset";
import { PendingResetList } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/password-resets", (route) => ({
  GET: route(
    {
      summary: "List people who requested a new password",
      access: "session",
      admin: true,
      response: PendingResetList,
    },
    () => pendingResets(),
  ),
}));
