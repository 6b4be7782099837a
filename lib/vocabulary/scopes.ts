/**
 * What an API key may do. A key has all of them unless it was created with fewer. A new scope also needs its label in
 * `keys.scope` of each catalogue in `lib/i18n/messages`, `:` written as `-`.
 */
export const SCOPES = ["translate", "files", "projects:read", "projects:write", "glossaries", "usage:read"] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}
