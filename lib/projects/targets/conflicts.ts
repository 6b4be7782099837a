import { and, asc, count, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { jobs, jobValues, segments } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import { requireProject } from "@/lib/projects/require-project";
import { requireRights } from "@/lib/projects/segments/edit-translation";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import { presentTranslations } from "@/lib/projects/translations/translation-rows";
import type { ConflictsQuery, ImportConflicts, ResolveConflictsBody } from "@/lib/schemas/jobs";
import { type Forms, viewForms } from "@/lib/text/plurals/plural-forms";
import { requireJob } from "@/lib/work/jobs/jobs";
import { importedBy, stateOf, textsFor } from "./import-target";
import type { Told } from "./receipt";

type Work = ReturnType<typeof importedBy>;

/** The open conflicts of an import: the text here, in the file, and in the file imported before it. Throws 404. */
export async function listConflicts(
  caller: Caller,
  jobId: string,
  { limit, cursor }: z.output<typeof ConflictsQuery>,
): Promise<z.input<typeof ImportConflicts>> {
  const work = importedBy(await requireJob(caller, jobId));
  const project = await requireProject(caller, work.projectId);
  const scope = `conflicts ${jobId}`;
  const [after] = cursor ? decodeCursor(scope, cursor) : [];
  const rows = await db()
    .select({ number: jobValues.number, key: jobValues.key, line: jobValues.line })
    .from(jobValues)
    .where(and(openIn(caller, jobId), after ? gt(jobValues.number, Number(after)) : undefined))
    .orderBy(asc(jobValues.number))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [String(row.number)]));
  const ids = await segmentIds(db(), caller, work, page.rows);
  const present = await presentTranslations(db(), project, work.language, [...ids.values()]);
  const shown = new Set<string>();
  const conflicts = page.rows.flatMap(({ number, key, line }) =>
    (work.values[number]?.segments ?? []).flatMap((segmentKey) => {
      const id = ids.get(segmentKey);
      const one = id ? present.get(id) : undefined;
      // Each form of a plural message is a separate value.
      if (!one || shown.has(segmentKey)) return [];
      shown.add(segmentKey);
      const { segment, before } = one;
      const texts = (row: { text: string | null; forms?: Forms | null }) => {
        const forms = viewForms(segment.pluralRule, work.language, { text: row.text, forms: row.forms ?? null });
        return { text: row.text, ...forms };
      };
      const { source, codes } = segment;
      const file = texts(textsFor(one, work, "file")!);
      const base = textsFor(one, work, "base");
      return [
        {
          segmentId: segment.id,
          revision: before.revision,
          key,
          line,
          source,
          codes,
          here: texts(before),
          file,
          base: base && texts(base),
        },
      ];
    }),
  );
  return { language: work.language, conflicts, nextCursor: page.nextCursor };
}

const CHOSEN: Readonly<Record<"file" | "here", Told>> = {
  file: { outcome: "replaced", reason: "Conflict resolved: the file's text was chosen." },
  here: { outcome: "kept", reason: "Conflict resolved: the project's text was chosen." },
};

/**
 * Resolves conflicts of an import with the file's text or the project's, and records this in the receipt. Throws 403
 * for reviewed text, 404, and 412 if all texts have changed since. If only some have, their conflicts stay open.
 */
export async function resolveConflicts(
  caller: Caller,
  jobId: string,
  { take, conflicts }: z.output<typeof ResolveConflictsBody>,
  tx: Transaction,
): Promise<{ left: number }> {
  const work = importedBy(await requireJob(caller, jobId, tx));
  const solution = CHOSEN[take];
  await changeProject(tx, { ...asCaller(caller), projectId: work.projectId }, async (change) => {
    const ids = conflicts.map(({ segmentId }) => segmentId);
    const present = await presentTranslations(tx, change.project, work.language, ids);
    const all = conflicts.flatMap(({ segmentId, revision }) => {
      const one = present.get(segmentId);
      return one?.segment.documentId === work.documentId ? [{ one, revision }] : [];
    });
    const current = all.filter(({ one, revision }) => one.before.revision === revision);
    const chosen = take === "file" && current.length > 0 ? current : all;
    if (take === "file") {
      const changes = chosen.map(({ one, revision }) => {
        const { key } = one.segment;
        const texts = textsFor(one, work, "file")!;
        requireRights(caller, change.project, one.before, texts);
        const origin = { type: "import" as const, detail: { jobId } };
        const outdated = work.outdated.has(key) ? { outdated: true } : {};
        const place = { segmentId: one.segment.id, expectedRevision: revision };
        return { ...place, state: stateOf(work, key), origin, ...outdated, ...texts };
      });
      await changeTranslations(change, work.language, changes, { present, onErrors: "draft" });
    }
    const keys = new Set(chosen.map(({ one }) => one.segment.key));
    const numbers = work.values.flatMap(({ segments: own }, number) =>
      own.some((key) => keys.has(key)) ? [number] : [],
    );
    const solved = await tx
      .update(jobValues)
      .set(solution)
      .where(and(openIn(caller, jobId), sql`${jobValues.number} = any(${sql.param(numbers)}::int[])`))
      .returning({ number: jobValues.number });
    const counts = sql`jsonb_build_object('conflicts', (${jobs.result} ->> 'conflicts')::int - ${solved.length}::int,
      ${solution.outcome}::text, coalesce((${jobs.result} ->> ${solution.outcome})::int, 0) + ${solved.length}::int)`;
    await tx
      .update(jobs)
      .set({ result: sql`${jobs.result} || ${counts}` })
      .where(eq(jobs.id, jobId));
  });
  const [left] = await tx.select({ count: count() }).from(jobValues).where(openIn(caller, jobId));
  return { left: left!.count };
}

function openIn({ accountId }: Caller, jobId: string) {
  return and(eq(jobValues.accountId, accountId), eq(jobValues.jobId, jobId), eq(jobValues.outcome, "conflict"));
}

/** The segments' ids by key. */
async function segmentIds(
  tx: Transaction,
  { accountId }: Caller,
  { documentId, values }: Work,
  rows: readonly { readonly number: number }[],
): Promise<ReadonlyMap<string, string>> {
  const keys = rows.flatMap(({ number }) => values[number]?.segments ?? []);
  if (keys.length === 0) return new Map();
  const found = await tx
    .select({ id: segments.id, key: segments.key })
    .from(segments)
    .where(
      and(
        eq(segments.accountId, accountId),
        eq(segments.documentId, documentId),
        isNull(segments.removedIn),
        inArray(segments.key, keys),
      ),
    );
  return new Map(found.map(({ id, key }) => [key, id]));
}
