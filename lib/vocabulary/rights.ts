/** Members' roles, in ascending order. Each includes the permissions of those before it. */
export const ROLES = ["viewer", "translator", "reviewer", "manager", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** True if `role` includes the permissions of `needed`. */
export function roleAllows(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** True if a member with role `own` may grant `role` or change its members: managers, up to their own role. */
export function mayGrant(own: Role, role: Role): boolean {
  return roleAllows(own, "manager") && roleAllows(own, role);
}

/** Roles that a member with role `own` may give to a new member, or to one with role `current`; in descending order. */
export function grantableRoles(own: Role, current?: Role): readonly Role[] {
  if (current !== undefined && !mayGrant(own, current)) return [];
  return ROLES.filter((role) => mayGrant(own, role)).toReversed();
}

/**
 * Permissions of an API key. A new scope also needs its label in `keys.scope` of each catalogue in `lib/i18n/messages`,
 * with `:` written as `-`.
 */
export const SCOPES = [
  "translate",
  "files",
  "projects:read",
  "projects:write",
  "glossaries",
  "usage:read",
  "webhooks",
] as const;
export type Scope = (typeof SCOPES)[number];

/** Scopes of a key created without a list of scopes. Excludes creating webhooks, which send data elsewhere. */
export const DEFAULT_SCOPES: ReadonlySet<Scope> = new Set(SCOPES.filter((scope) => scope !== "webhooks"));

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}

/** What a group of the identity provider gives: a role in a workspace, or administrator rights on the server. */
export type GroupRule = {
  readonly group: string;
  readonly grants: { readonly role: Role; readonly accountId: string } | "administrator";
};

/** A rule as shown to people. `workspace`: null for administrator rights; its name is null if it does not exist. */
export type DescribedRule = {
  readonly group: string;
  readonly role: Role | "administrator";
  readonly workspace: { readonly id: string; readonly name: string | null } | null;
};

/**
 * Parses rules such as `admins=administrator; leads=manager@acc_…`, separated by semicolons or lines. A group's name
 * may contain `=` and commas, as in LDAP. Null for a malformed rule.
 */
export function readGroupRules(text: string): GroupRule[] | null {
  const rules = text
    .split(/[;\n]/)
    .map((rule) => rule.trim())
    .filter(Boolean)
    .map(ruleOf);
  return rules.every((rule) => rule !== null) ? rules : null;
}

function ruleOf(text: string): GroupRule | null {
  const [, group = "", granted = ""] = /^(.+)=([^=]+)$/.exec(text) ?? [];
  if (granted.trim() === "administrator") return { group: group.trim(), grants: "administrator" };
  const [, name, accountId = ""] = /^(\w+)@(acc_[0-9a-z]{26})$/.exec(granted.trim()) ?? [];
  const role = ROLES.find((one) => one === name);
  return role ? { group: group.trim(), grants: { role, accountId } } : null;
}
