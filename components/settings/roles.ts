import type { Role } from "@/lib/client/workspace";

/** From the most to the least. */
export const ROLES: readonly Role[] = ["owner", "manager", "reviewer", "translator", "viewer"];

/** Roles that somebody of `own` may give, to a member who has `current`: none above their own, and to nobody above them. */
export function grantableRoles(own: Role, current?: Role): readonly Role[] {
  if (own !== "owner" && own !== "manager") return [];
  if (current === "owner" && own !== "owner") return [];
  return own === "owner" ? ROLES : ROLES.filter((role) => role !== "owner");
}
