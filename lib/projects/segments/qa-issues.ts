import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { qaIssues, segments, translations } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { invalidRequest, notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { requireProjectLanguages } from "@/lib/projects/languages/require-language";
import { CounterChanges } from "@/lib/projects/progress/counters";
import { requireProject } from "@/lib/projects/require-project";
import type { ProjectQaIssue, QaIssueList, QaIssuesQuery } from "@/lib/schemas/segments";
import { findMisreadings, type Misreading, misreadingsOf } from "./misreadings";
import { isLive } from "./require-segment";
import { viewIssue } from "./segment-view";

type IssueRow = typeof qaIssues.$inferSelect;

/** Excludes findings in removed segments. They reappear if the segment returns. */
const ofLiveSegment = isLive(qaIssues.segmentId);

/** A project's findings, newest first, without those of misreadings unless requested. Throws 400, 404. */
export async function listQaIssues(
  caller: Caller,
  projectId: string,
  query: z.output<typeof QaIssuesQuery>,
): Promise<z.input<typeof QaIssueList>> {
  const { limit, cursor, language: tags, ...filter } = query;
  const project = await requireProject(caller, projectId);
  const languages = tags && (await requireProjectLanguages(project, tags));
  const misreadings = await misreadingsOf(caller, projectId, cursor !== undefined);
  const scope = `issues ${projectId} ${languages} ${JSON.stringify(filter)}`;
  const rows = await db()
    .select()
    .from(qaIssues)
    .where(
      and(
        eq(qaIssues.accountId, caller.accountId),
        eq(qaIssues.projectId, projectId),
        inArray(qaIssues.status, filter.status),
        languages && inArray(qaIssues.language, languages),
        filter.severity === undefined ? undefined : inArray(qaIssues.severity, filter.severity),
        filter.check === undefined ? undefined : inArray(qaIssues.checkId, filter.check),
        filter.misreadings ? undefined : isNoMisreading(misreadings),
        ofLiveSegment,
        cursor ? lt(qaIssues.id, decodeCursor(scope, cursor)[0] ?? "") : undefined,
      ),
    )
    .orderBy(desc(qaIssues.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.id]));
  const concerned = misreadings.filter(
    ({ language, check }) => languages?.includes(language) !== false && filter.check?.includes(check) !== false,
  );
  return {
    issues: page.rows.map(view),
    misreadings: concerned.map(({ path: _, ...shown }) => shown),
    nextCursor: page.nextCursor,
  };
}

/** Condition for findings of checks that do not misread their file. */
function isNoMisreading(misreadings: readonly Misreading[]) {
  if (misreadings.length === 0) return;
  const key = misreadings.map(({ check, documentId, language }) => `${documentId} ${language} ${check}`);
  return sql`not exists (select 1 from ${segments} s where s.id = ${qaIssues.segmentId}
    and concat(s.document_id, ' ', ${qaIssues.language}, ' ', ${qaIssues.checkId}) = any(${sql.param(key)}::text[]))`;
}

/**
 * Ignores a finding, or reopens it. It stays ignored in later checks until the check finds something else. Throws 400
 * for an error without a reason, 404, 409.
 */
export async function setIgnored(
  caller: Caller,
  issueId: string,
  ignored: boolean,
  reason: string | undefined,
  tx: Transaction,
): Promise<z.input<typeof ProjectQaIssue>> {
  const mine = and(eq(qaIssues.accountId, caller.accountId), eq(qaIssues.id, issueId), ofLiveSegment);
  const [found] = await tx.select().from(qaIssues).where(mine);
  if (!found) throw notFound("issue");
  if (ignored && found.severity === "error" && !reason)
    throw invalidRequest([{ path: "reason", code: "required", message: "Give a reason for ignoring this error." }]);
  await changeProject(tx, { ...asCaller(caller), projectId: found.projectId }, (change) =>
    writeIgnored(change, found.language, [found.id], ignored ? { reason } : null),
  );
  const [changed] = await tx.select().from(qaIssues).where(mine);
  return view(changed!);
}

/** Ignores findings of one language, or reopens them with null, and updates their translations' counts. */
export async function writeIgnored(
  change: ProjectChange,
  language: string,
  issueIds: readonly string[],
  ignored: {
    readonly reason?: string | undefined;
    /** The bulk action that ignores or reopens the findings. */
    readonly jobId?: string;
  } | null,
): Promise<void> {
  if (issueIds.length === 0) return;
  const changed = await change.tx
    .update(qaIssues)
    .set(
      ignored
        ? {
            status: "ignored",
            ignoredBy: change.actor.id,
            ignoreReason: ignored.reason ?? null,
            ignoredJobId: ignored.jobId ?? null,
          }
        : { status: "open", ignoredBy: null, ignoreReason: null, ignoredJobId: null },
    )
    .where(inArray(qaIssues.id, [...issueIds]))
    .returning({ segmentId: qaIssues.segmentId });
  const segmentIds = changed.map(({ segmentId }) => segmentId);
  change.touch({ language, segmentIds });
  await recountIssues(change, language, segmentIds);
}

/** Changes the errors of misreadings to warnings, so that they do not block texts of their files. */
export async function demoteMisreadings(change: ProjectChange, language: string): Promise<void> {
  const { tx, project } = change;
  const misreadings = await findMisreadings(tx, project.accountId, project.id, language);
  if (misreadings.length === 0) return;
  const changed = await tx
    .update(qaIssues)
    .set({ severity: "warning" })
    .where(
      and(
        eq(qaIssues.projectId, project.id),
        eq(qaIssues.language, language),
        eq(qaIssues.severity, "error"),
        sql`not (${isNoMisreading(misreadings)})`,
      ),
    )
    .returning({ segmentId: qaIssues.segmentId });
  await recountIssues(
    change,
    language,
    changed.map(({ segmentId }) => segmentId),
  );
}

/** Recounts the open findings of translations. */
async function recountIssues(change: ProjectChange, language: string, segmentIds: readonly string[]): Promise<void> {
  const { tx } = change;
  const ids = [...new Set(segmentIds)];
  if (ids.length === 0) return;
  const count = (severity: string) => sql<number>`(select count(*)::int from ${qaIssues}
    where ${qaIssues.segmentId} = ${translations.segmentId} and ${qaIssues.language} = ${translations.language}
      and ${qaIssues.status} = 'open' and ${qaIssues.severity} = ${severity})`;
  const rows = await tx
    .select({ segment: segments, translation: translations, errors: count("error"), warnings: count("warning") })
    .from(translations)
    .innerJoin(segments, eq(segments.id, translations.segmentId))
    .where(and(inArray(translations.segmentId, ids), eq(translations.language, language), isNull(segments.removedIn)));
  const counters = new CounterChanges();
  for (const { segment, translation, errors, warnings } of rows) {
    counters.add(segment, translation, { ...translation, qaErrors: errors, qaWarnings: warnings });
    await tx
      .update(translations)
      .set({ qaErrors: errors, qaWarnings: warnings })
      .where(and(eq(translations.segmentId, segment.id), eq(translations.language, language)));
  }
  await counters.apply(change, language);
}

function view(row: IssueRow): z.input<typeof ProjectQaIssue> {
  return {
    ...viewIssue(row),
    segmentId: row.segmentId,
    language: row.language,
    ignoreReason: row.ignoreReason,
  };
}
