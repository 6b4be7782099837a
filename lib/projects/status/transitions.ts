import type { z } from "zod";
import type { Transaction } from "@/db/client";
import { AppError, invalidRequest } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { cancelProjectJobs } from "@/lib/projects/jobs/cancel-jobs";
import { getProject } from "@/lib/projects/project-view";
import type { ProjectRow } from "@/lib/projects/require-project";
import type { ChangedProject, TransitionBody } from "@/lib/schemas/projects";
import type { ProjectStatus } from "@/lib/vocabulary/segments";

/**
 * Starts, force-completes, cancels or archives a project. Reverting one of these derives the status from the content. A
 * forced completion lists what it skipped. Throws 400 without a reason, 404, and 409 with the allowed transitions.
 */
export async function changeStatus(
  caller: Caller,
  projectId: string,
  input: z.output<typeof TransitionBody>,
  tx: Transaction,
): Promise<ChangedProject> {
  const target = { ...asCaller(caller), projectId, allowArchived: true, allowCancelled: true };
  const blockers = await changeProject(tx, target, async (change) => {
    const { allowedTransitions: allowed, blockers } = await getProject(caller, projectId, tx);
    if (!allowed.includes(input.to)) throw notAllowed(change.project, input.to, allowed);
    if (input.to === "completed") requireReason(change.project, input, allowed);
    await apply(change, input);
    return blockers;
  });
  const changed = await getProject(caller, projectId, tx);
  return input.to === "completed" ? { ...changed, skipped: blockers } : changed;
}

async function apply(change: ProjectChange, { to, reason }: z.output<typeof TransitionBody>): Promise<void> {
  const data = reason ? { reason } : {};
  switch (to) {
    case "in_progress":
      if (change.project.status === "draft") change.start();
      change.setStatus("draft", data);
      return;
    case "completed":
      change.forceCompletion(data);
      return;
    case "cancelled":
    case "archived":
      await cancelProjectJobs(change.tx, change.project);
      change.setStatus(to, data);
  }
}

function requireReason(
  project: ProjectRow,
  { force, reason }: z.output<typeof TransitionBody>,
  allowed: readonly ProjectStatus[],
): void {
  if (!force)
    throw new AppError(
      "conflict",
      "The project is not completed yet: its blockers say what is missing. A manager can force it with a reason.",
      { reason: "not_completed", status: project.status, allowedTransitions: allowed },
    );
  if (!reason)
    throw invalidRequest([
      { path: "reason", code: "required", message: "Give a reason for completing an unfinished project." },
    ]);
}

function notAllowed(project: ProjectRow, to: ProjectStatus, allowed: readonly ProjectStatus[]): AppError {
  const ways = allowed.length > 0 ? allowed.join(", ") : "none for your role";
  return new AppError("conflict", `A project that is ${project.status} cannot become ${to}. Possible: ${ways}.`, {
    reason: "transition_not_allowed",
    allowedTransitions: allowed,
  });
}
