import { defineRoutes } from "@/lib/http/api/define-routes";
import { deleteUser } from "@/lib/identity/accounts/deletion";
import { getProfile, updateProfile } from "@/lib/identity/accounts/profile";
import { DeleteUserBody, PatchProfileBody, Profile } from "@/lib/schemas/profile";

export const endpoint = defineRoutes("/account/profile", (route) => ({
  GET: route({ summary: "Read the signed-in person", access: "session", response: Profile }, ({ caller }) =>
    getProfile(caller),
  ),
  PATCH: route(
    {
      summary: "Change the signed-in person",
      access: "session",
      body: PatchProfileBody,
      audit: { action: "user.updated", changed: "body", ignored: ["preferences", "locale"] },
      response: Profile,
    },
    ({ caller, body }) => updateProfile(caller, body),
  ),
  DELETE: route(
    {
      summary: "Delete the signed-in person",
      access: "session",
      body: DeleteUserBody,
      audit: { action: "user.deleted", anonymous: true },
      response: null,
    },
    ({ caller, body }) => deleteUser(caller, body),
  ),
}));
