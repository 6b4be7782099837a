import { type Role, roleAllows } from "./roles";

/** What a new member does first. */
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

/** Value of the preference of a member who dismissed the steps. */
const DISMISSED = "dismissed";

/** Name of the preference that holds a member's progress in a workspace. */
export function firstStepsPreference(accountId: string): string {
  return `steps:${accountId}`;
}

/** The steps that a member has opened, from their preference; null once dismissed. */
export function readFirstSteps(preference: unknown): ReadonlySet<FirstStep> | null {
  if (preference === DISMISSED) return null;
  const opened = typeof preference === "string" ? preference.split(",") : [];
  return new Set(FIRST_STEPS.filter((step) => opened.includes(step)));
}

/** The preference of a member who has opened these steps, or dismissed all with null. */
export function writeFirstSteps(opened: Iterable<FirstStep> | null): string {
  return opened === null ? DISMISSED : [...opened].join(",");
}
