import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { segments, translations } from "@/db/schema";
import { exactMatches } from "@/lib/memory/match";
import type { ProjectRow } from "@/lib/projects/project-row";
import type { Change } from "@/lib/projects/translations/change-translations";
import type { SegmentRow } from "@/lib/projects/translations/translation-rows";
import { checkCodes } from "@/lib/text/codes";

/** A text that is known already, and where it comes from. */
export type Suggestion = Required<Pick<Change, "text" | "state" | "origin">>;

/**
 * For each segment the best text that people have confirmed: elsewhere in the project, else in its memories for the very
 * same source. Null where there is none whose codes fit.
 */
export async function suggest(
  project: ProjectRow,
  language: string,
  memoryIds: readonly string[],
  wanted: readonly SegmentRow[],
): Promise<readonly (Suggestion | null)[]> {
  const repetitions = await repetitionsOf(project, language, wanted);
  const matches = await exactMatches(project.accountId, memoryIds, wanted, language);
  return wanted.map((segment, i) => {
    const fits = (target: string) => checkCodes({ text: segment.source, codes: segment.codes }, target).length === 0;
    const repetition = repetitions.get(segment.sourceHash);
    if (repetition && repetition.segmentId !== segment.id && fits(repetition.text))
      return {
        text: repetition.text,
        state: "draft",
        origin: { type: "repetition", detail: { segmentId: repetition.segmentId } },
      };
    const match = matches[i];
    // With a penalty on its memory a match is for people to look at.
    if (!match || match.match < 100 || !fits(match.target)) return null;
    const isReviewed = project.settings.autoReview === "context_match" && match.match > 100 && match.reviewed;
    return {
      text: match.target,
      state: isReviewed ? "reviewed" : "draft",
      origin: {
        type: "tm",
        detail: { memoryId: match.memoryId, memoryName: match.memoryName, match: match.match },
      },
    };
  });
}

type Repetition = { readonly segmentId: string; readonly text: string };

/** Confirmed texts of the same sources in the project, by their hash: reviewed ones first, then the newest. */
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
  return new Map(rows.map(({ hash, segmentId, text }) => [hash, { segmentId, text: text ?? "" }]));
}
