import { and, asc, eq, sql as raw } from "drizzle-orm";
import { db, sql, type Transaction } from "@/db/client";
import { memories, projectMemories } from "@/db/schema";
import { mapInTurns } from "@/lib/base/pool/in-turns";
import { matchPercent } from "@/lib/text/fuzzy";
import { dropImpliedRegion } from "@/lib/text/languages";
import { type Forms, sameForms } from "@/lib/text/plurals/plural-forms";
import { plainText } from "@/lib/text/segment";
import { adaptMatch } from "./adapt-match";
import { sourceHash } from "./hash";
import { keyFrequencies } from "./word-frequencies";
import { MIN_SHARE, wordQuery } from "./word-keys";

export type MemoryMatch = {
  readonly unitId: string;
  readonly memoryId: string;
  readonly memoryName: string;
  /** Encoded texts, see lib/text/segment.ts. */
  readonly source: string;
  readonly target: string;
  /** For a plural message: all forms of both texts. */
  readonly sourceForms: Forms | null;
  readonly targetForms: Forms | null;
  /**
   * 101: the same text in the same context; 100: the same text; less: similar. After subtracting the memory's penalty.
   */
  readonly match: number;
  readonly reviewed: boolean;
  readonly updatedAt: Date;
};

/** An encoded text to look up; for a plural message with its forms. */
export type Sought = { readonly source: string; readonly sourceForms?: Forms | null };

/** Minimum score of useful matches. */
const MIN_MATCH = 100 * MIN_SHARE;
/** Minimum characters of a text for a fuzzy search, which is rarely useful for shorter ones. */
const MIN_LENGTH = 8;
/** Maximum candidates that share a rare word; those that share the most words are compared word by word. */
const MAX_CANDIDATES = 4_000;
const MAX_COMPARED = 60;
/** Maximum compared candidates for long texts: comparing is slow, and shared words already show similarity. */
const MAX_COMPARED_LONG = 10;
const LONG = 1_000;
/** Maximum exact units per text. */
const MAX_EXACT = 30;
/** Maximum texts per query; a hundred would occupy a connection for seconds. */
const TEXT_BATCH_SIZE = 20;

/**
 * The best exact match of each segment, in order, or null: by score, reviewed before unreviewed, newest first. One
 * query for the whole batch.
 */
export async function exactMatches(
  accountId: string,
  memoryIds: readonly string[],
  segments: readonly { sourceHash: string; contextHash: string }[],
  language: string,
): Promise<readonly (MemoryMatch | null)[]> {
  if (memoryIds.length === 0 || segments.length === 0) return segments.map(() => null);
  const rows = await sql()<(MatchRow & { number: number; match: number })[]>`
    select wanted.number::int, best.*
      from unnest(${segments.map((one) => one.sourceHash)}::text[], ${segments.map((one) => one.contextHash)}::text[])
           with ordinality as wanted (source_hash, context_hash, number)
     cross join lateral (
       select u.id, u.memory_id, m.name, u.source, u.target, u.source_forms, u.target_forms, u.reviewed, u.updated_at,
              case when u.context_hash = wanted.context_hash and wanted.context_hash <> '' then 101 else 100 end - m.penalty as match
         from memory_units u join memories m on m.id = u.memory_id
        where u.account_id = ${accountId} and u.memory_id = any(${[...memoryIds]}::text[])
          and u.target_language = ${dropImpliedRegion(language)} and u.source_hash = wanted.source_hash
        order by match desc, u.reviewed desc, u.updated_at desc, u.id desc
        limit 1
     ) best`;
  const found = new Map(rows.map((row) => [row.number, toMatch(row, row.match)]));
  return segments.map((_, i) => found.get(i + 1) ?? null);
}

/**
 * The matches of an encoded source in memories, best first, with a score of at least 60. Texts shorter than 8
 * characters get exact matches only.
 */
export async function fuzzyMatches(
  accountId: string,
  memoryIds: readonly string[],
  source: string,
  language: string,
  limit = 10,
): Promise<readonly MemoryMatch[]> {
  const [matches] = await fuzzyMatchesOfTexts(accountId, memoryIds, [{ source }], language, limit);
  return matches ?? [];
}

/**
 * Like {@link fuzzyMatches}, for many texts, in order. One or two queries per twenty texts. A plural message and a text
 * equal to its main form are a fuzzy match.
 */
export async function fuzzyMatchesOfTexts(
  accountId: string,
  memoryIds: readonly string[],
  sought: readonly Sought[],
  language: string,
  limit = 10,
): Promise<readonly (readonly MemoryMatch[])[]> {
  if (memoryIds.length === 0) return sought.map(() => []);
  const found = new Map<string, readonly MemoryMatch[]>();
  const texts = [...new Map(sought.map((one) => [hashOf(one), one])).values()];
  for (let from = 0; from < texts.length; from += TEXT_BATCH_SIZE) {
    const some = texts.slice(from, from + TEXT_BATCH_SIZE);
    const [exact, others] = await Promise.all([
      exactUnits(accountId, memoryIds, some, language),
      similarUnits(accountId, memoryIds, some, language),
    ]);
    const rows = some.map((): FuzzyRow[] => []);
    for (const row of [...exact, ...others]) rows[row.number - 1]!.push(row);
    const matches = await mapInTurns(some, (one, i) => ranked(one, rows[i]!).slice(0, limit));
    for (const [i, one] of some.entries()) found.set(hashOf(one), matches[i]!);
  }
  return sought.map((one) => found.get(hashOf(one))!);
}

function hashOf({ source, sourceForms }: Sought): string {
  return sourceHash(source, sourceForms ?? undefined);
}

function percentOf({ source, sourceForms = null }: Sought, row: FuzzyRow): number {
  const percent = matchPercent(source, row.source);
  return sameForms(sourceForms, row.source_forms) ? percent : Math.min(percent, 99);
}

function ranked(sought: Sought, rows: readonly FuzzyRow[]): MemoryMatch[] {
  return rows
    .map((row) => adapted(sought, row) ?? toMatch(row, percentOf(sought, row) - row.penalty))
    .filter(({ match }) => match >= MIN_MATCH)
    .sort(
      (a, b) =>
        b.match - a.match ||
        Number(b.reviewed) - Number(a.reviewed) ||
        b.updatedAt.getTime() - a.updatedAt.getTime() ||
        (a.unitId < b.unitId ? 1 : -1),
    );
}

/** The unit with the text's numbers and placeholders in its target, if the sources differ in nothing else. */
function adapted({ source, sourceForms }: Sought, row: FuzzyRow): MemoryMatch | null {
  if (sourceForms || row.source_forms) return null;
  const found = adaptMatch(source, row);
  return found && toMatch({ ...row, target: found.target }, found.match - row.penalty);
}

/** The memories that a project reads, in order, and the memory to which it writes. */
export async function memoriesOf(
  tx: Transaction,
  accountId: string,
  projectId: string,
): Promise<{ read: readonly string[]; write: { id: string; writePolicy: "reviewed" | "confirmed" } | null }> {
  const rows = await tx
    .select({ id: memories.id, writePolicy: memories.writePolicy, canWrite: projectMemories.canWrite })
    .from(projectMemories)
    .innerJoin(memories, eq(memories.id, projectMemories.memoryId))
    .where(and(eq(projectMemories.accountId, accountId), eq(projectMemories.projectId, projectId)))
    .orderBy(asc(projectMemories.position), asc(memories.id));
  const write = rows.find((row) => row.canWrite);
  return {
    read: rows.map((row) => row.id),
    write: write ? { id: write.id, writePolicy: write.writePolicy } : null,
  };
}

type MatchRow = {
  id: string;
  memory_id: string;
  name: string;
  source: string;
  target: string;
  source_forms: Forms | null;
  target_forms: Forms | null;
  reviewed: boolean;
  updated_at: string | Date;
};
/** `number` is the position of the text, starting with 1. */
type FuzzyRow = MatchRow & { number: number; penalty: number };

/** Units with exactly these sources. */
async function exactUnits(
  accountId: string,
  memoryIds: readonly string[],
  sought: readonly Sought[],
  language: string,
): Promise<readonly FuzzyRow[]> {
  return sql()<FuzzyRow[]>`
    select wanted.number::int, found.*
      from unnest(${sought.map(hashOf)}::text[]) with ordinality as wanted (source_hash, number)
     cross join lateral (
       select u.id, u.memory_id, m.name, m.penalty, u.source, u.target, u.source_forms, u.target_forms,
              u.reviewed, u.updated_at
         from memory_units u join memories m on m.id = u.memory_id
        where u.account_id = ${accountId} and u.memory_id = any(${[...memoryIds]}::text[])
          and u.target_language = ${dropImpliedRegion(language)} and u.source_hash = wanted.source_hash
        order by m.penalty, u.reviewed desc, u.updated_at desc, u.id desc
        limit ${MAX_EXACT}
     ) found`;
}

/**
 * Units that share the most words with each text. The index search is a separate subquery: combined with the other
 * conditions, PostgreSQL would read the whole memory from its index. The statement is planned for its actual keys,
 * because a generic plan compares the keys one by one.
 */
async function similarUnits(
  accountId: string,
  memoryIds: readonly string[],
  sought: readonly Sought[],
  tag: string,
): Promise<readonly FuzzyRow[]> {
  const language = dropImpliedRegion(tag);
  const frequencies = await keyFrequencies();
  const searches = sought.flatMap((one, i) => {
    const { source } = one;
    if (plainText(source).trim().length < MIN_LENGTH) return [];
    const { rare, all, words } = wordQuery(memoryIds, language, source, (key) => frequencies.get(key) ?? 0);
    if (rare.length === 0) return [];
    return raw`(
    with found as materialized (
      select * from memory_units where word_keys && ${raw.param([...rare])}::int[] limit ${MAX_CANDIDATES}
    )
    select ${i + 1}::int as number, u.id, u.memory_id, m.name, m.penalty, u.source, u.target, u.source_forms,
           u.target_forms, u.reviewed, u.updated_at
      from found u join memories m on m.id = u.memory_id
     where u.account_id = ${accountId} and u.memory_id = any(${raw.param([...memoryIds])}::text[])
       and u.target_language = ${language} and u.source_hash <> ${hashOf(one)}
     order by (select count(*) from unnest(u.word_keys) key where key = any(${raw.param([...all])}::int[]))::float
              / greatest(cardinality(u.word_keys), ${words}::int) desc,
           u.reviewed desc, u.updated_at desc, u.id desc
     limit ${source.length > LONG ? MAX_COMPARED_LONG : MAX_COMPARED})`;
  });
  return searches.length > 0 ? db().execute<FuzzyRow>(raw.join(searches, raw` union all `)) : [];
}

function toMatch(row: MatchRow, match: number): MemoryMatch {
  return {
    unitId: row.id,
    memoryId: row.memory_id,
    memoryName: row.name,
    source: row.source,
    target: row.target,
    sourceForms: row.source_forms,
    targetForms: row.target_forms,
    match,
    reviewed: row.reviewed,
    updatedAt: new Date(row.updated_at),
  };
}
