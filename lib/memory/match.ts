import { and, asc, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { memories, projectMemories } from "@/db/schema";
import { matchPercent } from "@/lib/text/fuzzy";
import { dropImpliedRegion } from "@/lib/text/implied-region";
import { plainText } from "@/lib/text/segment";
import { sourceHash } from "./hash";

export type MemoryMatch = {
  readonly unitId: string;
  readonly memoryId: string;
  readonly memoryName: string;
  /** Encoded texts, see lib/text/segment.ts. */
  readonly source: string;
  readonly target: string;
  /** 101: the same text in the same context; 100: the same text; less: fuzzy. The memory's penalty is taken off. */
  readonly match: number;
  readonly reviewed: boolean;
  readonly updatedAt: Date;
};

/** Less than this helps nobody. */
const LEAST_MATCH = 60;
/** Trigrams say nothing about shorter texts. */
const LEAST_CHARACTERS = 8;
/** Nearest by trigrams, per memory: among them the best by words is found. */
const CANDIDATES = 30;
/** Comparing long texts by words takes time; their trigrams alone tell much. */
const CANDIDATES_OF_LONG = 5;
const LONG = 1_000;

/**
 * The best exact match of each segment, in order, null where there is none: by match, reviewed before unreviewed, newest first.
 * One query for the whole batch.
 */
export async function exactMatches(
  accountId: string,
  memoryIds: readonly string[],
  segments: readonly { sourceHash: string; contextHash: string }[],
  language: string,
): Promise<readonly (MemoryMatch | null)[]> {
  if (memoryIds.length === 0 || segments.length === 0) return segments.map(() => null);
  const rows = await db().execute<MatchRow & { number: number; match: number }>(sql`
    select wanted.number::int, best.*
      from unnest(${sql.param([...segments.map((one) => one.sourceHash)])}::text[],
                  ${sql.param([...segments.map((one) => one.contextHash)])}::text[])
           with ordinality as wanted (source_hash, context_hash, number)
     cross join lateral (
       select u.id, u.memory_id, m.name, u.source, u.target, u.reviewed, u.updated_at,
              case when u.context_hash = wanted.context_hash and wanted.context_hash <> '' then 101 else 100 end - m.penalty as match
         from memory_units u join memories m on m.id = u.memory_id
        where u.account_id = ${accountId} and u.memory_id = any(${sql.param([...memoryIds])}::text[])
          and u.target_language = ${dropImpliedRegion(language)} and u.source_hash = wanted.source_hash
        order by match desc, u.reviewed desc, u.updated_at desc, u.id desc
        limit 1
     ) best`);
  const found = new Map(rows.map((row) => [row.number, toMatch(row, row.match)]));
  return segments.map((_, i) => found.get(i + 1) ?? null);
}

/**
 * What the memories hold for a text and for texts like it, best first: matches of at least 60. Takes the encoded source.
 * Texts below 8 characters have exact matches only.
 */
export async function fuzzyMatches(
  accountId: string,
  memoryIds: readonly string[],
  source: string,
  language: string,
  limit = 10,
): Promise<readonly MemoryMatch[]> {
  const fuzzy = plainText(source).trim().length >= LEAST_CHARACTERS;
  const found = await Promise.all(
    memoryIds.map((id) => (fuzzy ? nearest(accountId, id, source, language) : same(accountId, id, source, language))),
  );
  const matches = found.flat().map((row) => toMatch(row, matchPercent(source, row.source) - row.penalty));
  return matches
    .filter(({ match }) => match >= LEAST_MATCH)
    .sort(
      (a, b) =>
        b.match - a.match ||
        Number(b.reviewed) - Number(a.reviewed) ||
        b.updatedAt.getTime() - a.updatedAt.getTime() ||
        (a.unitId < b.unitId ? 1 : -1),
    )
    .slice(0, limit);
}

/** The memories that a project reads, in their order, and the one that it feeds. */
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
  reviewed: boolean;
  updated_at: string;
};
type FuzzyRow = MatchRow & { penalty: number };

const COLUMNS = sql`u.id, u.memory_id, m.name, m.penalty, u.source, u.target, u.reviewed, u.updated_at`;

/** One memory at a time: only so does the index give the nearest in order instead of sorting all. */
async function nearest(accountId: string, memoryId: string, source: string, language: string): Promise<FuzzyRow[]> {
  return db().execute<FuzzyRow>(sql`
    select ${COLUMNS}
      from memory_units u join memories m on m.id = u.memory_id
     where u.account_id = ${accountId} and u.memory_id = ${memoryId} and u.target_language = ${dropImpliedRegion(language)}
     order by left(u.source, 255) <-> left(${source}, 255)
     limit ${source.length > LONG ? CANDIDATES_OF_LONG : CANDIDATES}`);
}

async function same(accountId: string, memoryId: string, source: string, language: string): Promise<FuzzyRow[]> {
  return db().execute<FuzzyRow>(sql`
    select ${COLUMNS}
      from memory_units u join memories m on m.id = u.memory_id
     where u.account_id = ${accountId} and u.memory_id = ${memoryId} and u.target_language = ${dropImpliedRegion(language)}
       and u.source_hash = ${sourceHash(source)}
     order by u.reviewed desc, u.updated_at desc
     limit ${CANDIDATES}`);
}

function toMatch(row: MatchRow, match: number): MemoryMatch {
  return {
    unitId: row.id,
    memoryId: row.memory_id,
    memoryName: row.name,
    source: row.source,
    target: row.target,
    match,
    reviewed: row.reviewed,
    updatedAt: new Date(row.updated_at),
  };
}
