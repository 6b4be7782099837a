import { z } from "zod";
import type { Transaction } from "@/db/client";
import { AppError, notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { keepProjectOpen } from "@/lib/projects/change/change-project";
import { requireProjectLanguage } from "@/lib/projects/languages/require-language";
import { pretranslate } from "@/lib/projects/pretranslate/pretranslate";
import { SegmentQueue } from "@/lib/projects/pretranslate/segment-queue";
import { requireProject } from "@/lib/projects/require-project";
import { type Filter, filterCondition } from "@/lib/projects/segments/filter";
import { countMatching } from "@/lib/projects/segments/list-segments";
import { type BulkAction, BulkBody, BulkEdit, type BulkPreview } from "@/lib/schemas/bulk-edits";
import { settingsOf } from "@/lib/schemas/projects";
import { ROLES, type Role, roleAllows } from "@/lib/vocabulary/rights";
import { actorOf, StoredActor } from "@/lib/work/events/actor";
import { LONG_COST } from "@/lib/work/jobs/fairness";
import { jobType } from "@/lib/work/jobs/job-type";
import { requireJob } from "@/lib/work/jobs/jobs";
import { STEP_TRIES, sendJob } from "@/lib/work/jobs/queue";
import { requireReplace } from "./actions";
import { previewFindings } from "./preview-findings";
import { previewTexts } from "./preview-texts";

const BulkPayload = z.object({
  projectId: z.string(),
  language: z.string(),
  filter: BulkBody.shape.filter,
  action: BulkEdit,
  actor: StoredActor,
  /** The requester's role. Its restrictions also apply to bulk actions. */
  role: z.enum(ROLES),
  /** Earlier jobs that this job continues. It skips segments that they have changed. */
  earlierJobIds: z.array(z.string()).optional(),
});
export type BulkPayload = z.output<typeof BulkPayload>;
/** The job that changes many translations. */
export const BULK_JOB = jobType("bulk_edit", BulkPayload, LONG_COST);

const UndoPayload = z.object({ projectId: z.string(), batchId: z.string(), actor: StoredActor });
export type UndoPayload = z.output<typeof UndoPayload>;
/** The job that undoes another job's changes. */
export const UNDO_JOB = jobType("bulk_undo", UndoPayload, LONG_COST);

type Bulk = z.output<typeof BulkBody>;
/** Minimum role for each action. */
const NEEDED: Readonly<Record<BulkAction["type"], Role>> = {
  confirm: "translator",
  replace: "translator",
  fix: "translator",
  copySource: "translator",
  approve: "reviewer",
  reject: "reviewer",
  pretranslate: "reviewer",
  ignoreCheck: "reviewer",
  clear: "manager",
  exclude: "manager",
  include: "manager",
  addLabel: "manager",
  removeLabel: "manager",
};

/** Number of segments that a bulk action would change. Throws 400, 403, 404. */
export async function previewBulk(caller: Caller, projectId: string, bulk: Bulk): Promise<z.input<typeof BulkPreview>> {
  requireRole(caller, bulk.action);
  requireReplace(bulk.action);
  const project = await requireProject(caller, projectId);
  const language = await requireProjectLanguage(project, bulk.language);
  if (bulk.action.type === "pretranslate") {
    const { overwrite } = bulk.action;
    const scope = { accountId: caller.accountId, projectId, language, overwrite, filter: bulk.filter, jobId: "" };
    return { matching: (await new SegmentQueue(scope).survey()).open };
  }
  const filter = filterOf(bulk);
  const matching = await countMatching(filterCondition(project, language, filter));
  const { type } = bulk.action;
  if (type === "approve" || type === "confirm") {
    const needsSecondPerson = type === "approve" && caller.userId !== null && settingsOf(project).twoPersonReview;
    const ownWork = needsSecondPerson ? { caller, language } : null;
    return { matching, findings: await previewFindings(filterCondition(project, language, filter), ownWork) };
  }
  if (type !== "replace" && type !== "fix" && type !== "copySource") return { matching };
  return { matching, replacements: await previewTexts(caller, project, language, filter, bulk.action) };
}

/**
 * Queues a bulk action and returns its job; for machine translation, a pretranslation job. Throws 400, 403, 404, and
 * 409 for an inactive project.
 */
export async function sendBulk(caller: Caller, projectId: string, bulk: Bulk, tx: Transaction): Promise<string> {
  const { action } = bulk;
  requireRole(caller, action);
  requireReplace(action);
  if (action.type === "pretranslate") {
    const { type: _, ...how } = action;
    const request = { ...how, languages: [bulk.language], filter: bulk.filter };
    return (await pretranslate(caller, projectId, request, tx)).jobs[0]!.id;
  }
  await keepProjectOpen(tx, caller.accountId, projectId);
  const language = await requireProjectLanguage(await requireProject(caller, projectId, tx), bulk.language, tx);
  const payload: BulkPayload = {
    projectId,
    language,
    filter: filterOf(bulk),
    action,
    actor: actorOf(caller),
    role: caller.role,
  };
  return sendJob(tx, {
    accountId: caller.accountId,
    projectId,
    createdBy: payload.actor.id,
    type: BULK_JOB,
    payload,
    priority: 1,
    maxAttempts: STEP_TRIES,
  });
}

/**
 * Queues the undo of a bulk action or pretranslation. Later changes stay. Throws 404, and 409 for a job that is running
 * or has changed no translation.
 */
export async function sendUndo(caller: Caller, jobId: string, tx: Transaction): Promise<string> {
  const job = await requireJob(caller, jobId, tx);
  if (!job.projectId) throw notFound("job");
  if (![BULK_JOB.name, "pretranslate", "target_import"].includes(job.type))
    throw new AppError("conflict", "This job has no changes to undo.", {
      reason: "not_undoable",
    });
  if (job.state === "queued" || job.state === "running")
    throw new AppError("conflict", "The job is still running. Cancel it first.", { reason: "job_running" });
  await keepProjectOpen(tx, caller.accountId, job.projectId);
  const payload: UndoPayload = { projectId: job.projectId, batchId: jobId, actor: actorOf(caller) };
  return sendJob(tx, {
    accountId: caller.accountId,
    projectId: job.projectId,
    createdBy: payload.actor.id,
    type: UNDO_JOB,
    payload,
    priority: 1,
    maxAttempts: STEP_TRIES,
  });
}

/** `exclude` applies only to included segments and `include` only to excluded ones, whatever the filter says. */
function filterOf({ action, filter }: Bulk): Filter {
  if (action.type === "include") return { ...filter, excluded: true };
  if (action.type === "exclude") return { ...filter, excluded: false };
  return filter;
}

function requireRole(caller: Caller, action: BulkAction): void {
  const required = NEEDED[action.type];
  if (!roleAllows(caller.role, required))
    throw new AppError("forbidden", `This requires the role ${required}; yours is ${caller.role}.`, {
      required,
      granted: caller.role,
    });
}
