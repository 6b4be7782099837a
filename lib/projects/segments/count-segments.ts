import { eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { segments, translations } from "@/db/schema";
import type { Caller } from "@/lib/identity/auth/caller";
import { requireProjectLanguage } from "@/lib/projects/languages/require-language";
import { requireProject } from "@/lib/projects/require-project";
import type { SegmentCounts, SegmentCountsQuery } from "@/lib/schemas/segments";
import type { TranslationState } from "@/lib/vocabulary/segments";
import { filterCondition } from "./filter";

/** Number of segments that match a filter, by state and finding. Throws 400, 404. */
export async function countSegments(
  caller: Caller,
  projectId: string,
  { language: tag, ...filter }: z.output<typeof SegmentCountsQuery>,
): Promise<z.input<typeof SegmentCounts>> {
  const project = await requireProject(caller, projectId);
  const language = await requireProjectLanguage(project, tag);
  const [row] = await db()
    .select({
      untranslated: inState("untranslated"),
      draft: inState("draft"),
      needsWork: inState("needs_work"),
      translated: inState("translated"),
      reviewed: inState("reviewed"),
      errors: count(sql`${translations.qaErrors} > 0`),
      warnings: count(sql`${translations.qaWarnings} > 0`),
      openIssues: count(sql`${translations.openComments} > 0`),
      outdatedSegments: count(sql`${translations.outdated}`),
    })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(filterCondition(project, language, filter));
  const { errors, warnings, openIssues, outdatedSegments, ...states } = row!;
  return { segments: states, qa: { errors, warnings }, openIssues, outdatedSegments };
}

function inState(state: TranslationState): SQL<number> {
  return count(sql`${translations.state} = ${state}`);
}

function count(condition: SQL): SQL<number> {
  return sql<number>`(count(*) filter (where ${condition}))::int`;
}
