import type { Caller } from "@/lib/identity/auth/caller";
import type { ProjectRow } from "@/lib/projects/require-project";
import { roleAllows } from "@/lib/vocabulary/rights";
import type { ProjectStatus } from "@/lib/vocabulary/segments";

/** Status changes that people may request. All others follow from the work. */
const TRANSITIONS: Readonly<Record<ProjectStatus, readonly ProjectStatus[]>> = {
  draft: ["cancelled", "archived"],
  in_progress: ["completed", "cancelled"],
  in_review: ["completed", "cancelled"],
  completed: ["archived"],
  cancelled: ["in_progress", "archived"],
  archived: ["in_progress"],
};

/** The statuses that this caller may set; none unless they are a manager. */
export function allowedTransitions(
  caller: Caller,
  project: Pick<ProjectRow, "status" | "startedAt">,
  hasContent: boolean,
): ProjectStatus[] {
  if (!roleAllows(caller.role, "manager")) return [];
  const waits = project.status === "draft" && project.startedAt === null && hasContent;
  return [...(waits ? (["in_progress"] as const) : []), ...TRANSITIONS[project.status]];
}
