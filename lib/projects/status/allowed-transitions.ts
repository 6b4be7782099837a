import type { Caller } from "@/lib/auth/caller";
import type { ProjectRow } from "@/lib/projects/project-row";
import { roleAllows } from "@/lib/vocabulary/roles";
import type { ProjectStatus } from "@/lib/vocabulary/states";

/** What people may do from a state; all other changes are made by the work itself. */
const TRANSITIONS: Readonly<Record<ProjectStatus, readonly ProjectStatus[]>> = {
  draft: ["cancelled", "archived"],
  in_progress: ["completed", "cancelled"],
  in_review: ["completed", "cancelled"],
  completed: ["archived"],
  cancelled: ["in_progress", "archived"],
  archived: ["in_progress"],
};

/** The states that this caller may bring the project into: only managers decide over them. */
export function allowedTransitions(
  caller: Caller,
  project: Pick<ProjectRow, "status" | "startedAt">,
  hasContent: boolean,
): ProjectStatus[] {
  if (!roleAllows(caller.role, "manager")) return [];
  const waits = project.status === "draft" && project.startedAt === null && hasContent;
  return [...(waits ? (["in_progress"] as const) : []), ...TRANSITIONS[project.status]];
}
