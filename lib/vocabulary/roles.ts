/** Members' roles, in ascending order. Each includes the permissions of those before it. */
export const ROLES = ["viewer", "translator", "reviewer", "manager", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** True if `role` includes the permissions of `needed`. */
export function roleAllows(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** True if a member with role `own` may grant `role`, or change a member who has it: managers, up to their own role. */
export function mayGrant(own: Role, role: Role): boolean {
  return roleAllows(own, "manager") && roleAllows(own, role);
}

/** Roles that a member with role `own` may grant to one with `current`, or to a new one; in descending order. */
export function grantableRoles(own: Role, current?: Role): readonly Role[] {
  if (current !== undefined && !mayGrant(own, current)) return [];
  return ROLES.filter((role) => mayGrant(own, role)).toReversed();
}
