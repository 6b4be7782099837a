import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { progressCounters, projectLanguages, projects } from "@/db/schema";
import type { Actor } from "@/lib/events/actor";
import { recordEvent } from "@/lib/events/record";
import { NO_COUNTS } from "@/lib/projects/progress/counters";
import { countsByLanguage, progressOf } from "@/lib/projects/progress/progress";
import { languageStatus, projectStatus } from "@/lib/projects/status/status";
import type { EventType } from "@/lib/schemas/events";
import type { LanguageStatus, ProjectStatus } from "@/lib/vocabulary/states";
import type { ProjectRow } from "./lock";

/**
 * Ends a transaction that changed what a project holds: derives the status of its languages and its own from the
 * counters, writes what differs, and records one event for each change. The project must be locked, and `project` be
 * the row as it was read then, or as it was changed since.
 */
export async function settleProject(
  tx: Transaction,
  project: ProjectRow,
  actor: Actor,
  options: {
    /** The work begins now, if it has not. */
    readonly start?: boolean;
    /** What a person decided: a state to hold, or `draft` for one that follows from the content again. */
    readonly stored?: "cancelled" | "archived" | "draft";
    /** False: neither documents nor translations changed, so that what was declared completed stays so. */
    readonly contentChanged?: boolean;
    /** What people did, for the event: the reason of a forced completion. */
    readonly data?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<ProjectRow> {
  const contentRevision = project.contentRevision + (options.contentChanged === false ? 0 : 1);
  const languages = await settleLanguages(tx, project);
  const started = project.startedAt !== null || options.start === true;
  const status = projectStatus({
    stored: options.stored ?? project.status,
    started,
    forced: project.forcedAtRevision === contentRevision,
    languages: languages.map((language) => language.status),
  });
  const changed = status !== project.status;
  const now = sql`now()`;
  const [row] = await tx
    .update(projects)
    .set({
      status,
      contentRevision,
      version: sql`${projects.version} + 1`,
      updatedAt: now,
      forcedAtRevision: project.forcedAtRevision === contentRevision ? contentRevision : null,
      ...(started && project.startedAt === null ? { startedAt: now } : {}),
      ...(changed ? { statusChangedAt: now, completedAt: status === "completed" ? now : null } : {}),
    })
    .where(eq(projects.id, project.id))
    .returning();
  const happened = { accountId: project.accountId, projectId: project.id, actor };
  const moved = languages.filter((one) => one.status !== one.stored);
  const counts = moved.length > 0 ? await countsByLanguage(tx, [project.id]) : null;
  for (const { language, stored, status: to } of moved) {
    const { draftedPercent, translatedPercent, reviewedPercent } = progressOf(
      counts?.get(`${project.id} ${language}`) ?? NO_COUNTS,
    );
    const progress = { draftedPercent, translatedPercent, reviewedPercent };
    await recordEvent(tx, {
      ...happened,
      type: "project.language.status_changed",
      data: { language, from: stored, to, progress },
    });
  }
  if (changed)
    await recordEvent(tx, {
      ...happened,
      type: eventOf(project.status, status),
      data: { from: project.status, to: status, ...options.data },
    });
  return row!;
}

/** What people decide is told as such, whatever state the content then gives. */
function eventOf(from: ProjectStatus, to: ProjectStatus): EventType {
  if (to === "cancelled") return "project.cancelled";
  if (to === "archived") return "project.archived";
  if (from === "archived") return "project.restored";
  if (from === "cancelled") return "project.reopened";
  if (to === "completed") return "project.completed";
  if (from === "completed") return "project.reopened";
  return "project.status_changed";
}

async function settleLanguages(
  tx: Transaction,
  project: ProjectRow,
): Promise<readonly { language: string; stored: LanguageStatus; status: LanguageStatus }[]> {
  const sum = (column: typeof progressCounters.sDraft) => sql<number>`coalesce(sum(${column}), 0)::int`;
  const rows = await tx
    .select({
      language: projectLanguages.language,
      stored: projectLanguages.status,
      untranslated: sum(progressCounters.sUntranslated),
      draft: sum(progressCounters.sDraft),
      needsWork: sum(progressCounters.sNeedsWork),
      translated: sum(progressCounters.sTranslated),
      reviewed: sum(progressCounters.sReviewed),
      qaErrors: sum(progressCounters.sQaError),
    })
    .from(projectLanguages)
    .leftJoin(
      progressCounters,
      sql`${progressCounters.projectId} = ${projectLanguages.projectId} and ${progressCounters.language} = ${projectLanguages.language}`,
    )
    .where(eq(projectLanguages.projectId, project.id))
    .groupBy(projectLanguages.language, projectLanguages.status, projectLanguages.position)
    .orderBy(projectLanguages.position);
  const settled = rows.map((row) => ({ ...row, status: languageStatus(project.workflow, row, row.qaErrors) }));
  for (const { language, stored, status } of settled) {
    if (status === stored) continue;
    await tx
      .update(projectLanguages)
      .set({ status, completedAt: status === "completed" ? sql`now()` : null })
      .where(sql`${projectLanguages.projectId} = ${project.id} and ${projectLanguages.language} = ${language}`);
  }
  return settled;
}
