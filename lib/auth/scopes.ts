/** What a key may do. A key has all of them unless it was made with fewer. */
export const SCOPES = ["translate", "files", "projects:read", "projects:write", "glossaries", "usage:read"] as const;
export type Scope = (typeof SCOPES)[number];

/** Members' roles, from the least to the most. Each may do what those before it may. */
export const ROLES = ["viewer", "translator", "reviewer", "manager", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** True when `role` may do what `needed` may. */
export function roleAllows(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
