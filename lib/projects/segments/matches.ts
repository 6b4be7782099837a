import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { segmentSuggestions, segments, translations } from "@/db/schema";
import type { Caller } from "@/lib/identity/auth/caller";
import type { ProjectRow } from "@/lib/projects/require-project";
import { plainSource, type SegmentRow } from "@/lib/projects/translations/translation-rows";
import type { Match, Matches } from "@/lib/schemas/segments";
import { type Forms, viewForms } from "@/lib/text/plurals/plural-forms";
import { glossariesOf, termsIn } from "@/lib/translation/glossaries/terms";
import { fuzzyMatchesOfTexts, memoriesOf } from "@/lib/translation/memory/match";
import { pairedMatches } from "@/lib/translation/memory/paired-forms";
import type { TranslationState } from "@/lib/vocabulary/segments";
import { actorNames, viewActor } from "@/lib/work/events/actor";
import { pluralHeadersOf, withHeaders } from "./plural-headers";
import { requireSegment } from "./require-segment";

const MAX_MATCHES = 9;

/**
 * Existing translations for a segment's text, best first: imported suggestions, repetitions in the project, units of
 * its memories; and glossary terms. Throws 400, 404.
 */
export async function findMatches(caller: Caller, segmentId: string, tag: string): Promise<z.input<typeof Matches>> {
  const { segment, project, language } = await requireSegment(caller, segmentId, tag);
  const memories = await memoriesOf(db(), caller.accountId, project.id);
  const [[matches], glossaries] = await Promise.all([
    matchesOf(project, language, [segment], memories.read),
    glossariesOf(db(), caller.accountId, project.id),
  ]);
  const terms =
    glossaries.length > 0
      ? await termsIn(db(), caller.accountId, glossaries, plainSource(segment), project.sourceLanguage, language)
      : [];
  return {
    matches: matches!,
    terms: terms.map(({ source, doNotTranslate, caseSensitive, targets }) => ({
      source,
      doNotTranslate,
      caseSensitive,
      targets: [...targets],
    })),
  };
}

/** The matches for several segments of one project, in order, read with few queries. */
export async function matchesOfSegments(
  project: ProjectRow,
  language: string,
  rows: readonly SegmentRow[],
): Promise<Match[][]> {
  const memories = await memoriesOf(db(), project.accountId, project.id);
  return matchesOf(project, language, rows, memories.read);
}

async function matchesOf(
  project: ProjectRow,
  language: string,
  rows: readonly SegmentRow[],
  memories: readonly string[],
): Promise<Match[][]> {
  const headers = await pluralHeadersOf(rows);
  const [suggestions, repetitions, similar, inPairs] = await Promise.all([
    findSuggestions(project, language, rows),
    findRepetitions(project, language, rows),
    fuzzyMatchesOfTexts(project.accountId, memories, rows, language, MAX_MATCHES),
    pairedMatches(project.accountId, memories, withHeaders(rows, language, headers), {
      source: project.sourceLanguage,
      target: language,
    }),
  ]);
  const units = similar.map((matches, i) => (inPairs[i] ? [inPairs[i], ...matches] : matches));
  return rows.map((row, i) => {
    const matches = [
      ...suggestions.get(row.id)!,
      ...repetitions.get(row.id)!.map(({ target, forms, state, updated_at }) => ({
        ...sourceOf(row),
        target,
        ...viewForms(row.pluralRule, language, { text: target, forms }),
        match: 100,
        origin: "repetition" as const,
        memoryName: null,
        suggestedBy: null,
        reviewed: state === "reviewed",
        updatedAt: new Date(updated_at).toISOString(),
      })),
      ...units[i]!.map((unit) => ({
        ...sourceOf(unit),
        target: unit.target,
        ...(unit.targetForms ? { forms: unit.targetForms } : {}),
        match: unit.match,
        origin: "memory" as const,
        memoryName: unit.memoryName,
        suggestedBy: null,
        reviewed: unit.reviewed,
        updatedAt: unit.updatedAt.toISOString(),
      })),
    ];
    return distinct(matches).slice(0, MAX_MATCHES);
  });
}

function sourceOf({ source, sourceForms }: Pick<SegmentRow, "source" | "sourceForms">) {
  return { source, ...(sourceForms ? { sourceForms } : {}) };
}

/** Suggestions for the current sources that differ from the current text, by segment, newest first. */
async function findSuggestions(
  project: ProjectRow,
  language: string,
  rows: readonly SegmentRow[],
): Promise<Map<string, Match[]>> {
  const segmentOf = new Map(rows.map((row) => [row.id, row]));
  const kept = await db()
    .select({ suggestion: segmentSuggestions })
    .from(segmentSuggestions)
    .innerJoin(
      translations,
      and(
        eq(translations.segmentId, segmentSuggestions.segmentId),
        eq(translations.language, segmentSuggestions.language),
      ),
    )
    .where(
      and(
        eq(segmentSuggestions.accountId, project.accountId),
        inArray(segmentSuggestions.segmentId, [...segmentOf.keys()]),
        eq(segmentSuggestions.language, language),
        sql`(${translations.text} is distinct from ${segmentSuggestions.text}
          or ${segmentSuggestions.forms} is not null and ${translations.forms} is distinct from ${segmentSuggestions.forms})`,
      ),
    )
    .orderBy(desc(segmentSuggestions.createdAt), segmentSuggestions.textHash);
  const found = kept.filter(
    ({ suggestion }) => suggestion.sourceHash === segmentOf.get(suggestion.segmentId)!.sourceHash,
  );
  const names = await actorNames(
    db(),
    project.accountId,
    found.map(({ suggestion }) => suggestion.createdBy),
  );
  const bySegment = new Map<string, Match[]>(rows.map(({ id }) => [id, []]));
  for (const { suggestion } of found)
    bySegment.get(suggestion.segmentId)!.push({
      ...sourceOf(segmentOf.get(suggestion.segmentId)!),
      target: suggestion.text,
      ...viewForms(segmentOf.get(suggestion.segmentId)!.pluralRule, language, suggestion),
      match: 100,
      origin: "suggestion",
      memoryName: null,
      suggestedBy: viewActor(suggestion.createdBy, names),
      reviewed: false,
      updatedAt: suggestion.createdAt.toISOString(),
    });
  return bySegment;
}

type Repetition = {
  segment_id: string;
  target: string;
  forms: Forms | null;
  state: TranslationState;
  updated_at: string;
};

/** Translations of the same sources elsewhere in the project, by segment: reviewed before others, newest first. */
async function findRepetitions(
  project: ProjectRow,
  language: string,
  rows: readonly SegmentRow[],
): Promise<Map<string, Repetition[]>> {
  const found = await db().execute<Repetition>(sql`
    select wanted.segment_id, repetition.*
      from unnest(${sql.param(rows.map(({ id }) => id))}::text[], ${sql.param(rows.map(({ sourceHash }) => sourceHash))}::text[])
           as wanted (segment_id, source_hash)
     cross join lateral (
       select t.text as target, t.forms, t.state, t.updated_at
         from ${segments} s join ${translations} t on t.segment_id = s.id
        where s.project_id = ${project.id} and s.source_hash = wanted.source_hash and s.removed_in is null
          and s.id <> wanted.segment_id and t.language = ${language} and t.text is not null
        order by t.state = 'reviewed' desc, t.updated_at desc, s.id
        limit ${MAX_MATCHES}
     ) repetition`);
  const bySegment = new Map<string, Repetition[]>(rows.map(({ id }) => [id, []]));
  for (const row of found) bySegment.get(row.segment_id)!.push(row);
  return bySegment;
}

/** Each translation once, with its best match; the first of equal matches. */
function distinct(matches: readonly Match[]): Match[] {
  const best = [...matches].sort((a, b) => b.match - a.match);
  const seen = new Set<string>();
  return best.filter(({ target, forms }) => {
    const name = forms ? JSON.stringify(Object.entries(forms).sort()) : target;
    return !seen.has(name) && seen.add(name);
  });
}
