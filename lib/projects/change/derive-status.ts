import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { progressCounters, projectLanguages, projects } from "@/db/schema";
import { NO_COUNTS } from "@/lib/projects/progress/counters";
import { countsByLanguage, progressOf } from "@/lib/projects/progress/progress";
import { recordChange } from "@/lib/projects/realtime/changes";
import type { ProjectRow } from "@/lib/projects/require-project";
import { languageStatus, projectStatus } from "@/lib/projects/status/status";
import type { EventType } from "@/lib/schemas/events";
import type { LanguageStatus, ProjectStatus } from "@/lib/vocabulary/segments";
import { recordEvent } from "@/lib/work/events/record";
import type { ProjectChange } from "./project-change";

/**
 * Derives the status of a changed project and its languages from the counters, stores changed statuses, records one
 * event for each, and notifies open streams. Only `changeProject` calls it.
 */
export async function deriveStatus(change: ProjectChange): Promise<void> {
  const outcome = change.outcome();
  if (!outcome) return;
  const { tx, project, actor } = change;
  const { contentChanged, decisions, shown } = outcome;
  const contentRevision = project.contentRevision + (contentChanged ? 1 : 0);
  const isForced = (decisions.completes ? project.contentRevision : project.forcedAtRevision) === contentRevision;
  const languages = await deriveLanguages(tx, project);
  const started = project.startedAt !== null || decisions.starts;
  const status = projectStatus({
    stored: decisions.status ?? project.status,
    started,
    forced: isForced,
    languages: languages.map((language) => language.status),
  });
  const changed = status !== project.status;
  const now = sql`now()`;
  const [changedRow] = await tx
    .update(projects)
    .set({
      status,
      contentRevision,
      version: sql`${projects.version} + 1`,
      updatedAt: now,
      forcedAtRevision: isForced ? contentRevision : null,
      ...(started && project.startedAt === null ? { startedAt: now } : {}),
      ...(changed ? { statusChangedAt: now, completedAt: status === "completed" ? now : null } : {}),
    })
    .where(eq(projects.id, project.id))
    .returning({ version: projects.version });
  await recordChange(tx, project, { version: changedRow!.version, shown });
  const event = { accountId: project.accountId, projectId: project.id, actor };
  const moved = languages.filter((one) => one.status !== one.stored);
  const counts = moved.length > 0 ? await countsByLanguage(tx, [project.id]) : null;
  for (const { language, stored, status: to } of moved) {
    const { draftedPercent, translatedPercent, reviewedPercent } = progressOf(
      counts?.get(`${project.id} ${language}`) ?? NO_COUNTS,
    );
    const progress = { draftedPercent, translatedPercent, reviewedPercent };
    await recordEvent(tx, {
      ...event,
      type: "project.language.status_changed",
      data: { language, from: stored, to, progress },
    });
  }
  if (changed)
    await recordEvent(tx, {
      ...event,
      type: eventOf(project.status, status),
      data: { from: project.status, to: status, ...decisions.data },
    });
}

/** A status set by a person has its own event, even if the project's content then leads to another status. */
function eventOf(from: ProjectStatus, to: ProjectStatus): EventType {
  if (to === "cancelled") return "project.cancelled";
  if (to === "archived") return "project.archived";
  if (from === "archived") return "project.restored";
  if (from === "cancelled") return "project.reopened";
  if (to === "completed") return "project.completed";
  if (from === "completed") return "project.reopened";
  return "project.status_changed";
}

async function deriveLanguages(
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
  const derived = rows.map((row) => ({ ...row, status: languageStatus(project.workflow, row, row.qaErrors) }));
  for (const { language, stored, status } of derived) {
    if (status === stored) continue;
    await tx
      .update(projectLanguages)
      .set({ status, completedAt: status === "completed" ? sql`now()` : null })
      .where(sql`${projectLanguages.projectId} = ${project.id} and ${projectLanguages.language} = ${language}`);
  }
  return derived;
}
