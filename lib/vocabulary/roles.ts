/** Members' roles, from the least to the most. Each may do what those before it may. */
export const ROLES = ["viewer", "translator", "reviewer", "manager", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** True when `role` may do what `needed` may. */
export function roleAllows(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** True when a member who is `own` may give `role` to others, or change a member who has it: managers, up to their own. */
export function mayGrant(own: Role, role: Role): boolean {
  return roleAllows(own, "manager") && roleAllows(own, role);
}

/** Roles that a member who is `own` may give to one who is `current`, or to a new one; from the most to the least. */
export function grantableRoles(own: Role, current?: Role): readonly Role[] {
  if (current !== undefined && !mayGrant(own, current)) return [];
  return ROLES.filter((role) => mayGrant(own, role)).toReversed();
}
