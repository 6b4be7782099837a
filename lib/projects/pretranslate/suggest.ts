import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { segments, translations } from "@/db/schema";
import type { ProjectRow } from "@/lib/projects/require-project";
import { type PluralHeaders, withHeaders } from "@/lib/projects/segments/plural-headers";
import type { Change } from "@/lib/projects/translations/change-translations";
import type { SegmentRow } from "@/lib/projects/translations/translation-rows";
import { settingsOf } from "@/lib/schemas/projects";
import { checkCodes } from "@/lib/text/message/codes";
import { allForms, type Forms, formsOf, splitForms } from "@/lib/text/plurals/plural-forms";
import { exactMatches, fuzzyMatchesOfTexts, type MemoryMatch } from "@/lib/translation/memory/match";
import { pairedMatches } from "@/lib/translation/memory/paired-forms";

/** A text from the project or a memory, with its origin. */
export type Suggestion = Required<Pick<Change, "text" | "state" | "origin">> & Pick<Change, "forms">;

/**
 * The best confirmed text for each segment: from the project, else from its memories for the same source or, if the
 * project's threshold is below 100, for a similar source. Null if there is none, or its codes do not match.
 */
export async function suggest(
  project: ProjectRow,
  language: string,
  memoryIds: readonly string[],
  wanted: readonly SegmentRow[],
  headers: PluralHeaders,
): Promise<readonly (Suggestion | null)[]> {
  const fits = (segment: SegmentRow, texts: Texts) =>
    isComplete(segment, language, texts, headers.get(segment.documentId)?.[language]);
  const repetitions = await repetitionsOf(project, language, wanted);
  const exact = await exactMatches(project.accountId, memoryIds, wanted, language);
  const { autoReview, memoryThreshold } = settingsOf(project);
  const similar = memoryThreshold < 100 ? await similarMatches(project, language, memoryIds, wanted, exact) : [];
  const inPairs = await pairedMatches(project.accountId, memoryIds, withHeaders(wanted, language, headers), {
    source: project.sourceLanguage,
    target: language,
  });
  const matches = exact.map((match, i) => match ?? inPairs[i] ?? similar[i]);
  return wanted.map((segment, i) => {
    const repetition = repetitions.get(segment.sourceHash);
    if (repetition && repetition.segmentId !== segment.id && fits(segment, repetition))
      return {
        text: repetition.text,
        ...(repetition.forms ? { forms: repetition.forms } : {}),
        state: "draft",
        origin: { type: "repetition", detail: { segmentId: repetition.segmentId } },
      };
    const match = matches[i];
    // A memory with a penalty lowers its matches, so that they need human review.
    if (!match || match.match < memoryThreshold) return null;
    const { pluralRule } = segment;
    const texts =
      pluralRule && match.targetForms
        ? splitForms(pluralRule, language, match.targetForms, headers.get(segment.documentId)?.[language])
        : { text: match.target, forms: null };
    if (!fits(segment, texts)) return null;
    const isReviewed = autoReview === "context_match" && match.match > 100 && match.reviewed;
    return {
      text: texts.text,
      ...(texts.forms ? { forms: texts.forms } : {}),
      state: isReviewed ? "reviewed" : "draft",
      origin: {
        type: "tm",
        detail: { memoryId: match.memoryId, memoryName: match.memoryName, match: match.match },
      },
    };
  });
}

type Texts = { readonly text: string | null; readonly forms: Forms | null };

/** Whether a text has its segment's codes and, for a plural message, all forms of the language. */
function isComplete(
  { source, sourceForms, pluralRule, codes }: SegmentRow,
  language: string,
  { text, forms }: Texts,
  header: string | undefined,
): boolean {
  if (!pluralRule || !sourceForms) return text !== null && checkCodes({ text: source, codes }, text).length === 0;
  const all = allForms(pluralRule, language, { text, forms });
  return formsOf(pluralRule, language, sourceForms, header).every(
    ({ name, required }) => !required || all[name] !== undefined,
  );
}

/** The best similar unit for each segment without an exact match. */
async function similarMatches(
  project: ProjectRow,
  language: string,
  memoryIds: readonly string[],
  wanted: readonly SegmentRow[],
  exact: readonly (MemoryMatch | null)[],
): Promise<readonly (MemoryMatch | undefined)[]> {
  const open = wanted.filter((_, i) => !exact[i]);
  const found = await fuzzyMatchesOfTexts(project.accountId, memoryIds, open, language, 1);
  const best = new Map(open.map(({ id }, i) => [id, found[i]?.[0]]));
  return wanted.map(({ id }) => best.get(id));
}

type Repetition = { readonly segmentId: string; readonly text: string; readonly forms: Forms | null };

/** Confirmed texts of the same sources in the project, by hash: reviewed before others, then newest first. */
async function repetitionsOf(
  project: ProjectRow,
  language: string,
  wanted: readonly SegmentRow[],
): Promise<ReadonlyMap<string, Repetition>> {
  const hashes = [...new Set(wanted.map((segment) => segment.sourceHash))];
  const rows = await db()
    .selectDistinctOn([segments.sourceHash], {
      hash: segments.sourceHash,
      segmentId: segments.id,
      text: translations.text,
      forms: translations.forms,
    })
    .from(segments)
    .innerJoin(translations, and(eq(translations.segmentId, segments.id), eq(translations.language, language)))
    .where(
      and(
        eq(segments.accountId, project.accountId),
        eq(segments.projectId, project.id),
        sql`${segments.sourceHash} = any(${sql.param(hashes)}::text[])`,
        isNull(segments.removedIn),
        isNotNull(translations.text),
        sql`${translations.state} in ('translated', 'reviewed') and not ${translations.outdated}`,
      ),
    )
    .orderBy(
      segments.sourceHash,
      sql`(${translations.state} = 'reviewed') desc`,
      sql`${translations.updatedAt} desc`,
      segments.id,
    );
  return new Map(rows.map(({ hash, segmentId, text, forms }) => [hash, { segmentId, text: text ?? "", forms }]));
}
