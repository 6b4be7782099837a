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

/** Scopes of a key created without a list. Creating webhooks sends data elsewhere, so that scope must be requested. */
export const DEFAULT_SCOPES: ReadonlySet<Scope> = new Set(SCOPES.filter((scope) => scope !== "webhooks"));

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}
