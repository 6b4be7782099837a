import { type Role, roleAllows } from "./rights";

/** Tiers of accounts, in ascending order. `lib/identity/quota/tiers.ts` has their limits. */
export const TIERS = ["free", "pro", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];

/** Who caused a change: a signed-in person, an API key, or the server itself. */
export const ACTOR_TYPES = ["user", "key", "system"] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** Names that the audit log shows for changes made without a person or key. */
export const SYSTEM_ACTORS = { commandLine: "Command line", provider: "Identity provider" } as const;

/** Who may create an account. */
export const SIGN_UP_POLICIES = ["open", "invitation", "closed"] as const;
export type SignUpPolicy = (typeof SIGN_UP_POLICIES)[number];

/** Sign-in providers; `oidc` is any OpenID Connect issuer. */
export const PROVIDERS = ["github", "google", "oidc"] as const;
export type ProviderId = (typeof PROVIDERS)[number];

/** Brand and protocol names, which are not translated. */
export const PROVIDER_NAMES: Readonly<Record<ProviderId, string>> = {
  github: "GitHub",
  google: "Google",
  oidc: "OpenID Connect",
};

/** Steps by which a new member gets to know the product. */
export const FIRST_STEPS = [
  "languages",
  "key",
  "colleagues",
  "request",
  "project",
  "work",
  "shortcuts",
  "preferences",
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The first steps of a member, in order; none for viewers. */
export function firstStepsFor(role: Role, isAdmin: boolean): readonly FirstStep[] {
  if (!roleAllows(role, "translator")) return [];
  if (!roleAllows(role, "manager")) return ["work", "shortcuts", "preferences"];
  return isAdmin ? ["languages", "key", "colleagues"] : ["key", "request", "project"];
}

/** Value of the preference of a member who dismissed the first steps. */
const DISMISSED = "dismissed";

/** Name of the preference that stores a member's progress in a workspace. */
export function firstStepsPreference(accountId: string): string {
  return `steps:${accountId}`;
}

/** The first steps that a member has opened, by their stored preference. Null if the member has closed the list. */
export function readFirstSteps(preference: unknown): ReadonlySet<FirstStep> | null {
  if (preference === DISMISSED) return null;
  const opened = typeof preference === "string" ? preference.split(",") : [];
  return new Set(FIRST_STEPS.filter((step) => opened.includes(step)));
}

/** The value of the preference for these opened steps; null for dismissed ones. */
export function writeFirstSteps(opened: Iterable<FirstStep> | null): string {
  return opened === null ? DISMISSED : [...opened].join(",");
}

/** Dimensions of a usage breakdown. */
export const USAGE_GROUPS = ["key", "endpoint", "engine", "pair", "project"] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** How long an API key stays valid after its rotation. */
export const KEY_OVERLAPS = ["0", "1h", "24h", "7d"] as const;
export type KeyOverlap = (typeof KEY_OVERLAPS)[number];
