import { defineRoutes } from "@/lib/http/api/define-routes";
import { setAdmin } from "@/lib/identity/accounts/admin-users";
import { AdminUser, PatchAdminUserBody } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/users/{userId}", (route) => ({
  PATCH: route(
    {
      summary: "Grant or remove administrator rights",
      access: "session",
      admin: true,
      body: PatchAdminUserBody,
      audit: { action: "user.admin_changed", target: "params.userId", details: { isAdmin: "body.isAdmin" } },
      response: AdminUser,
    },
    ({ params, body }) => setAdmin(params.userId, body.isAdmin),
  ),
}));
