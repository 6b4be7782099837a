import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, isUniqueViolation, type Transaction } from "@/db/client";
import { purgeProject } from "@/db/purge";
import { projects } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import { mergePatch } from "@/lib/base/records";
import type { Caller } from "@/lib/identity/auth/caller";
import type { PatchProjectBody, Project } from "@/lib/schemas/projects";
import { namesByLanguage } from "@/lib/text/language-codes";
import { actorOf } from "@/lib/work/events/actor";
import { recordEvent } from "@/lib/work/events/record";
import { sendRecheck } from "@/lib/work/jobs/recheck";
import { followSettings } from "./branches/follow-main";
import { asCaller, changeProject } from "./change/change-project";
import type { ProjectChange } from "./change/project-change";
import { cancelProjectJobs } from "./jobs/cancel-jobs";
import { requireDistinctNames } from "./languages/require-names";
import { getProject } from "./project-view";
import { externalIdTaken } from "./projects";
import { requirePatterns } from "./require-patterns";
import type { ProjectRow } from "./require-project";

/** Days during which a deleted project can be restored. */
const RESTORABLE_DAYS = 30;

/**
 * Changes a project's name, due date and settings. `check` is called with the project before the change, and throws if
 * the caller's version is outdated. Throws 404, and 409 for an archived project or a used external id.
 */
export async function patchProject(
  caller: Caller,
  id: string,
  patch: z.output<typeof PatchProjectBody>,
  check: (current: Project) => void = () => {},
): Promise<Project> {
  const patchIn = async (change: ProjectChange) => {
    const { tx, project } = change;
    const current = await getProject(caller, id, tx);
    check(current);
    if (Object.keys(patch).length === 0) return;
    requirePatterns(patch);
    if (patch.externalId && patch.externalId !== project.externalId) {
      const taken = await externalIdTaken(caller, patch.externalId, tx);
      if (taken) throw taken;
    }
    await change.update({
      ...(patch.name !== undefined ? { name: patch.name } : {}),
      ...(patch.description !== undefined ? { description: patch.description } : {}),
      ...(patch.externalId !== undefined ? { externalId: patch.externalId } : {}),
      ...(patch.dueAt !== undefined ? movedTo(patch.dueAt ? new Date(patch.dueAt) : null, project) : {}),
      ...(patch.workflow !== undefined ? { workflow: patch.workflow } : {}),
      ...(patch.settings !== undefined || patch.languageNames !== undefined
        ? { settings: patchSettings(project, patch) }
        : {}),
      ...(patch.protect !== undefined ? { protect: patch.protect } : {}),
      ...(patch.metadata !== undefined ? { metadata: mergePatch(project.metadata, patch.metadata) } : {}),
    });
    await change.record("project.updated", { fields: Object.keys(patch) });
    const branches = await followSettings(change);
    const { qaSeverities, qaSeveritiesByLanguage, customChecks } = patch.settings ?? {};
    if (qaSeverities !== undefined || qaSeveritiesByLanguage !== undefined || customChecks !== undefined)
      for (const projectId of [id, ...branches])
        await sendRecheck(tx, { accountId: caller.accountId, projectId, createdBy: change.actor.id });
  };
  const patched = db().transaction(async (tx) => {
    await changeProject(tx, { ...asCaller(caller), projectId: id, allowCancelled: true }, patchIn);
    return getProject(caller, id, tx);
  });
  return patched.catch(rethrowTakenId(caller, patch.externalId));
}

/** The setting `languageNames` may use any tag of a language, so it is normalised. */
function patchSettings(
  { settings: current, sourceLanguage }: Pick<ProjectRow, "settings" | "sourceLanguage">,
  { settings, languageNames }: Pick<z.output<typeof PatchProjectBody>, "settings" | "languageNames">,
): ProjectRow["settings"] {
  const patched: ProjectRow["settings"] = mergePatch(current, settings ?? {});
  if (languageNames === undefined) return patched;
  const languageCodes = namesByLanguage((languageNames && patched.languageCodes) ?? {});
  const named: ProjectRow["settings"] = mergePatch(
    { ...patched, languageCodes },
    { languageCodes: languageNames ?? {} },
  );
  requireDistinctNames(named.languageCodes ?? {}, sourceLanguage);
  return named;
}

/** Another request may store the external id after the check; the index then rejects this row. */
function rethrowTakenId(caller: Caller, externalId: string | null | undefined): (error: unknown) => Promise<never> {
  return async (error) => {
    const taken = externalId && isUniqueViolation(error) ? await externalIdTaken(caller, externalId, db()) : null;
    throw taken ?? error;
  };
}

/** A new due date resets the overdue event. */
function movedTo(dueAt: Date | null, project: ProjectRow): Partial<ProjectRow> {
  return dueAt?.getTime() === project.dueAt?.getTime() ? { dueAt } : { dueAt, overdueToldAt: null };
}

/**
 * Deletes a project; it can be restored for {@link RESTORABLE_DAYS}. Cancels its jobs. `check` as in {@link
 * patchProject}. Throws 404.
 */
export async function deleteProject(
  caller: Caller,
  id: string,
  check: (current: Project) => void = () => {},
): Promise<void> {
  const target = { ...asCaller(caller), projectId: id, allowArchived: true, allowCancelled: true };
  const deleteIn = async ({ tx, project }: ProjectChange) => {
    check(await getProject(caller, id, tx));
    await cancelProjectJobs(tx, project);
    await tx.update(projects).set({ deletedAt: sql`now()` }).where(eq(projects.id, id));
    await tx
      .update(projects)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(projects.branchOf, id), isNull(projects.deletedAt)));
    await note(tx, caller, project, "project.deleted");
  };
  await db().transaction((tx) => changeProject(tx, target, deleteIn));
}

/** Restores a project deleted at most {@link RESTORABLE_DAYS} ago. Throws 404, and 409 if its external id is in use. */
export async function restoreProject(caller: Caller, id: string, tx: Transaction): Promise<Project> {
  const [project] = await tx
    .select()
    .from(projects)
    .where(
      and(
        eq(projects.accountId, caller.accountId),
        eq(projects.id, id),
        isNull(projects.branchOf),
        // Older projects are being purged.
        sql`${projects.deletedAt} >= now() - make_interval(days => ${RESTORABLE_DAYS})`,
      ),
    )
    .for("update");
  if (!project) throw notFound("project");
  if (project.externalId) {
    const taken = await externalIdTaken(caller, project.externalId, tx);
    if (taken) throw taken;
  }
  // Also restores the branches that were deleted in the same transaction.
  await tx
    .update(projects)
    .set({ deletedAt: null })
    .where(
      and(
        eq(projects.branchOf, id),
        sql`${projects.deletedAt} = (select p.deleted_at from projects p where p.id = ${id})`,
      ),
    );
  await tx
    .update(projects)
    .set({ deletedAt: null, updatedAt: sql`now()`, version: sql`${projects.version} + 1` })
    .where(eq(projects.id, id))
    .catch(rethrowTakenId(caller, project.externalId));
  await note(tx, caller, project, "project.restored");
  return getProject(caller, id, tx);
}

function note(
  tx: Transaction,
  caller: Caller,
  project: ProjectRow,
  type: "project.deleted" | "project.restored",
): Promise<void> {
  return recordEvent(tx, {
    accountId: caller.accountId,
    projectId: project.id,
    type,
    actor: actorOf(caller),
    data: {},
  });
}

/** Permanently deletes projects that were deleted {@link RESTORABLE_DAYS} ago. */
export async function purgeDeletedProjects(): Promise<void> {
  const gone = await db()
    .select({ id: projects.id })
    .from(projects)
    .where(sql`${projects.deletedAt} < now() - make_interval(days => ${RESTORABLE_DAYS})`);
  for (const { id } of gone) for await (const _ of purgeProject(id));
}
