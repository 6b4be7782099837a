import { ROLES, type Role } from "./roles";

/** What a group of the identity provider gives: a role in a workspace, or the administration of the server. */
export type GroupRule = {
  readonly group: string;
  readonly grants: { readonly role: Role; readonly accountId: string } | "administrator";
};

/** A rule for people to read; `workspace` is null for administrators, the name of one that is missing too. */
export type DescribedRule = {
  readonly group: string;
  readonly role: Role | "administrator";
  readonly workspace: { readonly id: string; readonly name: string | null } | null;
};

/**
 * Rules such as `admins=administrator; leads=manager@acc_…`, separated by semicolons or lines. A group's name may
 * contain `=` and commas, as in LDAP. Null for a malformed rule.
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
