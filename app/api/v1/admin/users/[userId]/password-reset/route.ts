import { defineRoutes } from "@/lib/http/api/define-routes";
import { publicUrl } from "@/lib/http/api/headers";
import { resetLink } from "@/lib/identity/accounts/password-reset";
import { ResetLink } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/users/{userId}/password-reset", (route) => ({
  POST: route(
    {
      summary: "Create a password-reset link",
      access: "session",
      admin: true,
      audit: { action: "reset_link.created", target: "params.userId" },
      response: ResetLink,
      status: 201,
    },
    ({ caller, params, request }) => resetLink(params.userId, publicUrl(request), caller.userId),
  ),
}));
