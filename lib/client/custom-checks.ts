import type { Project } from "@/lib/schemas/projects";
import { useChange } from "./change";
import { api, at } from "./fetch";

export type CustomCheck = Project["settings"]["customChecks"][number];
type Change = (checks: readonly CustomCheck[]) => readonly CustomCheck[];

/**
 * Changes a project's custom checks. The API replaces the whole list, so the change is applied to the latest list:
 * someone else may have added a check since the page was opened.
 */
export function useChangeCustomChecks(projectId: string) {
  return useChange([["project", projectId]], async (change: Change) => {
    const { settings } = await api<typeof Project>("GET", at`/projects/${projectId}`);
    const body = { settings: { customChecks: change(settings.customChecks) } };
    return api<typeof Project>("PATCH", at`/projects/${projectId}`, { body });
  });
}

/** The list with this check in place of the one with the same id, or at the end. */
export function changedChecks(checks: readonly CustomCheck[], check: CustomCheck): readonly CustomCheck[] {
  return checks.some(({ id }) => id === check.id)
    ? checks.map((one) => (one.id === check.id ? check : one))
    : [...checks, check];
}

/** An unused id for a check: `check-1`, `check-2` and so on. */
export function freeCheckId(checks: readonly CustomCheck[]): string {
  const taken = new Set(checks.map(({ id }) => id));
  for (let number = 1; ; number++) if (!taken.has(`check-${number}`)) return `check-${number}`;
}
