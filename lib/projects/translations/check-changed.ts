import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { qaIssues, segments, translations } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import type { ProjectRow } from "@/lib/projects/require-project";
import { findMisreadings } from "@/lib/projects/segments/misreadings";
import { readFlags } from "@/lib/text/flags";
import { allForms } from "@/lib/text/plurals/plural-forms";
import { checkTranslation, type QaContext, type QaIssue, type QaTerm } from "@/lib/text/qa/check";
import { checkForms } from "@/lib/text/qa/check-forms";
import { customChecksOf } from "@/lib/text/qa/compile-custom-checks";
import { findersOf } from "@/lib/text/qa/usable-flags";
import { glossariesOf, termsInMany } from "@/lib/translation/glossaries/terms";
import type { Severity } from "@/lib/vocabulary/segments";
import { type Changed, flagsOf, plainSource } from "./translation-rows";

export type Checked = Changed & {
  /** Findings that are not ignored. */
  readonly issues: readonly QaIssue[];
};

/**
 * Checks changed translations. Returns the changes with their numbers of errors and warnings. `keepFindings` writes the
 * findings. Ignored findings stay ignored while the same check finds the same problem.
 */
export async function checkChanged(
  { tx, project }: ProjectChange,
  language: string,
  changed: readonly Changed[],
): Promise<{ readonly checked: readonly Checked[]; readonly keepFindings: () => Promise<void> }> {
  const [context, stored] = await Promise.all([
    contextOf(tx, project, language, changed),
    storedIssues(tx, language, changed),
  ]);
  const all = changed.map((one, i) => ({ one, issues: issuesOf(project, language, one, context, i) }));
  const found = await demote(tx, project, language, all);
  const ignored = new Set(
    stored.filter(({ status }) => status === "ignored").map((issue) => place(issue.segmentId, issue)),
  );
  const checked = found.map(({ one, issues }) => {
    const open = issues.filter((issue) => !ignored.has(place(one.segment.id, issue)));
    const after = {
      ...one.after,
      qaErrors: open.filter((issue) => issue.severity === "error").length,
      qaWarnings: open.filter((issue) => issue.severity === "warning").length,
    };
    return { ...one, after, issues: open };
  });
  return { checked, keepFindings: () => keep(tx, project, language, found, stored) };
}

type Found = { readonly one: Changed; readonly issues: readonly QaIssue[] };

/** Changes errors of a check that misreads the file to warnings, so that they block no text. */
async function demote(tx: Transaction, project: ProjectRow, language: string, found: Found[]): Promise<Found[]> {
  const isError = ({ severity }: QaIssue) => severity === "error";
  if (!found.some(({ issues }) => issues.some(isError))) return found;
  const misreadings = await findMisreadings(tx, project.accountId, project.id, language);
  const misread = new Set(misreadings.map(({ documentId, check }) => `${documentId} ${check}`));
  return found.map(({ one, issues }) => ({
    one,
    issues: issues.map((issue) =>
      isError(issue) && misread.has(`${one.segment.documentId} ${issue.check}`)
        ? { ...issue, severity: "warning" as const }
        : issue,
    ),
  }));
}

type Context = {
  readonly terms: readonly (readonly QaTerm[])[];
  readonly otherTargets: ReadonlyMap<string, readonly { segmentId: string; text: string }[]>;
  readonly settings: Pick<QaContext, "customChecks" | "severities">;
};

async function contextOf(
  tx: Transaction,
  project: ProjectRow,
  language: string,
  changed: readonly Changed[],
): Promise<Context> {
  const [glossaries, otherTargets] = await Promise.all([
    glossariesOf(tx, project.accountId, project.id),
    reviewedTargets(tx, project, language, changed),
  ]);
  const sources = changed.map(({ segment }) => plainSource(segment));
  return {
    terms:
      glossaries.length > 0
        ? await termsInMany(tx, project.accountId, glossaries, sources, project.sourceLanguage, language)
        : changed.map(() => []),
    otherTargets,
    settings: {
      customChecks: customChecksOf(project.settings.customChecks ?? [], language),
      severities: severitiesOf(project, language),
    },
  };
}

/** Reviewed texts of the same sources elsewhere in the project, by hash of the source. */
async function reviewedTargets(
  tx: Transaction,
  project: ProjectRow,
  language: string,
  changed: readonly Changed[],
): Promise<Context["otherTargets"]> {
  const rows = await tx
    .select({ hash: segments.sourceHash, segmentId: segments.id, text: translations.text })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(
      and(
        eq(segments.projectId, project.id),
        sql`${segments.sourceHash} = any(${sql.param([...new Set(changed.map(({ segment }) => segment.sourceHash))])}::text[])`,
        isNull(segments.removedIn),
        eq(translations.language, language),
        eq(translations.state, "reviewed"),
      ),
    );
  const byHash = new Map<string, { segmentId: string; text: string }[]>();
  for (const { hash, segmentId, text } of rows)
    if (text !== null) byHash.set(hash, [...(byHash.get(hash) ?? []), { segmentId, text }]);
  return byHash;
}

function issuesOf(
  project: ProjectRow,
  language: string,
  { segment, format, pluralHeader, after, editMs }: Changed,
  context: Context,
  index: number,
): readonly QaIssue[] {
  const flags = flagsOf(segment);
  const others = context.otherTargets.get(segment.sourceHash) ?? [];
  const about: QaContext = {
    source: project.sourceLanguage,
    target: language,
    format,
    terms: context.terms[index] ?? [],
    state: after.state,
    origin: after.origin
      ? { type: after.origin, edited: after.edited, match: after.originDetail?.match ?? null }
      : null,
    outdated: after.outdated,
    openIssues: after.openComments,
    editMs,
    otherTargets: others.filter(({ segmentId }) => segmentId !== segment.id).map(({ text }) => text),
    ...context.settings,
    ...(flags.length > 0 ? flagsContext(flags) : {}),
  };
  const { source, codes, maxLength, pluralRule, sourceForms } = segment;
  if (pluralRule && sourceForms) {
    const target = allForms(pluralRule, language, after);
    // A translation without text is untranslated, which is not an error.
    if (Object.keys(target).length === 0) return [];
    const plural = {
      rule: pluralRule,
      forms: sourceForms,
      codes,
      maxLength,
      ...(pluralHeader === null ? {} : { header: pluralHeader }),
    };
    return checkForms(plural, target, { ...about, otherTargets: [] });
  }
  return after.text === null ? [] : checkTranslation({ text: source, codes, maxLength }, after.text, about);
}

function flagsContext(stated: readonly string[]): Pick<QaContext, "flags" | "flagged"> {
  const flags = readFlags(stated);
  return { flags, flagged: findersOf(flags) };
}

/** Severities of checks that differ from the defaults. */
function severitiesOf(project: ProjectRow, language: string): Readonly<Record<string, Severity | "off">> {
  return { ...project.settings.qaSeverities, ...project.settings.qaSeveritiesByLanguage?.[language] };
}

type StoredIssue = Pick<typeof qaIssues.$inferSelect, "id" | "segmentId" | "fingerprint" | "status">;

function storedIssues(tx: Transaction, language: string, changed: readonly Changed[]): Promise<StoredIssue[]> {
  return tx
    .select({
      id: qaIssues.id,
      segmentId: qaIssues.segmentId,
      fingerprint: qaIssues.fingerprint,
      status: qaIssues.status,
    })
    .from(qaIssues)
    .where(
      and(
        sql`${qaIssues.segmentId} = any(${sql.param(changed.map(({ segment }) => segment.id))}::text[])`,
        eq(qaIssues.language, language),
      ),
    );
}

/** Deletes findings that no longer apply and inserts new ones; existing ones keep their id. */
async function keep(
  tx: Transaction,
  project: ProjectRow,
  language: string,
  found: readonly Found[],
  stored: readonly StoredIssue[],
): Promise<void> {
  const seen = new Set(found.flatMap(({ one, issues }) => issues.map((issue) => place(one.segment.id, issue))));
  const gone = stored.filter((issue) => issue.status === "open" && !seen.has(place(issue.segmentId, issue)));
  const rows = found.flatMap(({ one, issues }) =>
    unique(issues).map((issue) => ({
      ...issue,
      replacement: issue.replacement?.toWellFormed() ?? null,
      id: newId("issue"),
      segmentId: one.segment.id,
    })),
  );
  const deleted =
    gone.length > 0 &&
    tx.delete(qaIssues).where(sql`${qaIssues.id} = any(${sql.param(gone.map(({ id }) => id))}::text[])`);
  // Sent as one JSON document: binding every column of every row takes longer than checking the texts.
  const added =
    rows.length > 0 &&
    tx.execute(sql`
    insert into qa_issues (id, account_id, project_id, segment_id, language, check_id, severity, start_at, end_at, params,
                           replacement, fingerprint)
    select r.id, ${project.accountId}, ${project.id}, r."segmentId", ${language}, r."check", r.severity, r.start, r."end",
           r.params, r.replacement, r.fingerprint
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (
        id text, "segmentId" text, "check" text, severity text, start int, "end" int, params jsonb, replacement text,
        fingerprint text)
    on conflict (segment_id, language, fingerprint) do update
       set severity = excluded.severity, start_at = excluded.start_at, end_at = excluded.end_at,
           replacement = excluded.replacement
     where qa_issues.status <> 'ignored'`);
  await Promise.all([deleted, added]);
}

function place(segmentId: string, { fingerprint }: { readonly fingerprint: string }): string {
  return `${segmentId} ${fingerprint}`;
}

/** If a text has the same finding twice, keeps the one at the first position. */
function unique(issues: readonly QaIssue[]): QaIssue[] {
  return [...new Map([...issues].reverse().map((issue) => [issue.fingerprint, issue])).values()].reverse();
}
