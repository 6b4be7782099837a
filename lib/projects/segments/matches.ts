import { and, desc, eq, isNotNull, isNull, ne } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { segments, translations } from "@/db/schema";
import type { Caller } from "@/lib/auth/caller";
import { glossariesOf, termsIn } from "@/lib/glossaries/terms";
import { fuzzyMatches, memoriesOf } from "@/lib/memory/match";
import type { Match, Matches } from "@/lib/schemas/segments";
import { plainText } from "@/lib/text/segment";
import type { ProjectRow } from "../lock";
import type { SegmentRow } from "../translation-rows";
import { requireSegment } from "./require-segment";

const MOST_MATCHES = 9;

/**
 * What is known of a segment's text: its translations elsewhere in the project, units of the project's memories, best
 * first, and the terms of its glossaries. Throws 400, 404.
 */
export async function findMatches(caller: Caller, segmentId: string, tag: string): Promise<z.input<typeof Matches>> {
  const { segment, project, language } = await requireSegment(caller, segmentId, tag);
  const memories = await memoriesOf(db(), caller.accountId, project.id);
  const [matches, glossaries] = await Promise.all([
    matchesOf(segment, language, memories.read),
    glossariesOf(db(), caller.accountId, project.id),
  ]);
  const terms =
    glossaries.length > 0
      ? await termsIn(
          db(),
          caller.accountId,
          glossaries,
          plainText(segment.source, segment.codes),
          project.sourceLanguage,
          language,
        )
      : [];
  return {
    matches,
    terms: terms.map(({ source, doNotTranslate, caseSensitive, targets }) => ({
      source,
      doNotTranslate,
      caseSensitive,
      targets: [...targets],
    })),
  };
}

/** The matches of segments of one project, in their order. One after another: each asks the memories as an editor does. */
export async function matchesOfSegments(
  project: ProjectRow,
  language: string,
  rows: readonly SegmentRow[],
): Promise<Match[][]> {
  const memories = await memoriesOf(db(), project.accountId, project.id);
  const all: Match[][] = [];
  for (const row of rows) all.push(await matchesOf(row, language, memories.read));
  return all;
}

async function matchesOf(segment: SegmentRow, language: string, memories: readonly string[]): Promise<Match[]> {
  const [repetitions, units] = await Promise.all([
    findRepetitions(segment, language),
    fuzzyMatches(segment.accountId, memories, segment.source, language, MOST_MATCHES),
  ]);
  const matches = [
    ...repetitions,
    ...units.map((unit) => ({
      source: unit.source,
      target: unit.target,
      match: unit.match,
      origin: "memory" as const,
      memoryName: unit.memoryName,
      reviewed: unit.reviewed,
      updatedAt: unit.updatedAt.toISOString(),
    })),
  ];
  return distinct(matches).slice(0, MOST_MATCHES);
}

/** Translations of the same source elsewhere in the project, the reviewed and newest first. */
async function findRepetitions(segment: SegmentRow, language: string) {
  const rows = await db()
    .select({ target: translations.text, state: translations.state, updatedAt: translations.updatedAt })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(
      and(
        eq(segments.projectId, segment.projectId),
        eq(segments.sourceHash, segment.sourceHash),
        isNull(segments.removedIn),
        ne(segments.id, segment.id),
        eq(translations.language, language),
        isNotNull(translations.text),
      ),
    )
    .orderBy(desc(eq(translations.state, "reviewed")), desc(translations.updatedAt))
    .limit(MOST_MATCHES);
  return rows.map(({ target, state, updatedAt }) => ({
    source: segment.source,
    target: target ?? "",
    match: 100,
    origin: "repetition" as const,
    memoryName: null,
    reviewed: state === "reviewed",
    updatedAt: updatedAt.toISOString(),
  }));
}

/** Each translation once, where it matches best. */
function distinct<M extends { readonly target: string; readonly match: number }>(matches: readonly M[]): M[] {
  const best = [...matches].sort((a, b) => b.match - a.match);
  return [...new Map([...best].reverse().map((one) => [one.target, one])).values()].sort((a, b) => b.match - a.match);
}
