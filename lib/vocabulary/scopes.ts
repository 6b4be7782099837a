/**
 * What an API key may do. A new scope also needs its label in
 * `keys.scope` of each catalogue in `lib/i18n/messages`, `:` written as `-`.
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

/** What a key may do that was created without a list. A key that makes webhooks sends data elsewhere: that is asked for. */
export const DEFAULT_SCOPES: ReadonlySet<Scope> = new Set(SCOPES.filter((scope) => scope !== "webhooks"));

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}
