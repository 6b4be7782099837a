import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { progressCounters } from "@/db/schema";
import type { Caller } from "@/lib/identity/auth/caller";
import { requireProject } from "@/lib/projects/require-project";
import type { Progress, ProgressList } from "@/lib/schemas/projects";
import { COUNTERS, type Counts, NO_COUNTS } from "./counters";

/**
 * Progress as shown to callers. States are exclusive and add up to the total; excluded segments are separate. Shares
 * are of words, or of segments if there are no words, rounded down to one decimal: 100 means all. Null without content.
 */
export function progressOf(counts: Counts): Progress {
  const segments = {
    untranslated: counts.sUntranslated,
    draft: counts.sDraft,
    needsWork: counts.sNeedsWork,
    translated: counts.sTranslated,
    reviewed: counts.sReviewed,
  };
  const words = {
    untranslated: counts.wUntranslated,
    draft: counts.wDraft,
    needsWork: counts.wNeedsWork,
    translated: counts.wTranslated,
    reviewed: counts.wReviewed,
  };
  const measure = sumOf(words) > 0 ? words : segments;
  const total = sumOf(measure);
  const percent = (part: number) => (total === 0 ? null : Math.floor((part * 1000) / total) / 10);
  return {
    segments: { total: sumOf(segments), ...segments, excluded: counts.sExcluded },
    words: { total: sumOf(words), ...words, excluded: counts.wExcluded },
    draftedPercent: percent(total - measure.untranslated),
    translatedPercent: percent(measure.translated + measure.reviewed),
    reviewedPercent: percent(measure.reviewed),
    machineWords: counts.wMachine,
    outdatedSegments: counts.sOutdated,
    qa: { errors: counts.sQaError, warnings: counts.sQaWarning },
    openIssues: counts.sOpenComment,
  };
}

function sumOf(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}

/** The sum of counters. */
export function addCounts(all: readonly Counts[]): Counts {
  const sum = { ...NO_COUNTS } as Record<(typeof COUNTERS)[number], number>;
  for (const counts of all) for (const counter of COUNTERS) sum[counter] += counts[counter];
  return sum;
}

/** Columns with the sums of all counters in a group. */
const SUMS = Object.fromEntries(
  COUNTERS.map((counter) => [counter, sql<number>`coalesce(sum(${progressCounters[counter]}), 0)::int`]),
) as Record<(typeof COUNTERS)[number], SQL<number>>;

/** Counters of projects, by `<project id> <language>`. */
export async function countsByLanguage(
  tx: Transaction,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, Counts>> {
  if (projectIds.length === 0) return new Map();
  const rows = await tx
    .select({ projectId: progressCounters.projectId, language: progressCounters.language, ...SUMS })
    .from(progressCounters)
    .where(inArray(progressCounters.projectId, [...projectIds]))
    .groupBy(progressCounters.projectId, progressCounters.language);
  return new Map(rows.map(({ projectId, language, ...counts }) => [`${projectId} ${language}`, counts]));
}

/** Progress of a project by language, by document, or by both. */
export async function listProgress(
  caller: Caller,
  projectId: string,
  by: "language" | "document" | "matrix",
): Promise<z.input<typeof ProgressList>> {
  await requireProject(caller, projectId);
  const { language, documentId } = progressCounters;
  const groups = { language: [language], document: [documentId], matrix: [documentId, language] }[by];
  const rows = await db()
    .select({
      language: by === "document" ? sql<null>`null` : language,
      documentId: by === "language" ? sql<null>`null` : documentId,
      ...SUMS,
    })
    .from(progressCounters)
    .where(and(eq(progressCounters.accountId, caller.accountId), eq(progressCounters.projectId, projectId)))
    .groupBy(...groups)
    .orderBy(...groups);
  return {
    progress: rows.map(({ language: tag, documentId: id, ...counts }) => ({
      language: tag,
      documentId: id,
      progress: progressOf(counts),
    })),
  };
}
