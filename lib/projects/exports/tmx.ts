import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { segments, translations } from "@/db/schema";
import { TMX_END, tmxStart, tmxUnit } from "@/lib/formats/language-resources/tmx-write";
import type { ProjectRow } from "@/lib/projects/project-row";
import type { ExportFile } from "@/lib/schemas/exports";
import type { TranslationState } from "@/lib/vocabulary/states";
import type { ExportParams } from "./send";

const STATES_FROM: Readonly<Record<ExportParams["choice"]["minState"], readonly TranslationState[]>> = {
  draft: ["draft", "translated", "reviewed"],
  translated: ["translated", "reviewed"],
  reviewed: ["reviewed"],
};

/** A project's translations into one language as a translation memory, without rejected ones. */
export async function writeTmx(
  tx: Transaction,
  project: ProjectRow,
  language: string,
  { choice, documentIds }: ExportParams,
): Promise<{ readonly bytes: Uint8Array; readonly segments: ExportFile["segments"] }> {
  const rows = await tx
    .select({ segment: segments, translation: translations })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(
      and(
        eq(segments.accountId, project.accountId),
        eq(segments.projectId, project.id),
        isNull(segments.removedIn),
        eq(segments.excluded, false),
        documentIds.length > 0 ? inArray(segments.documentId, [...documentIds]) : undefined,
        eq(translations.language, language),
        isNotNull(translations.text),
        inArray(translations.state, [...STATES_FROM[choice.minState]]),
        choice.allowOutdated ? undefined : sql`not ${translations.outdated}`,
      ),
    )
    .orderBy(asc(segments.documentId), asc(segments.position));
  const counts = { draft: 0, translated: 0, reviewed: 0, lastReviewed: 0, source: 0, empty: 0, excluded: 0 };
  const units = rows.map(({ segment, translation }) => {
    counts[translation.state as "draft" | "translated" | "reviewed"]++;
    return tmxUnit(project.sourceLanguage, {
      tuid: segment.id,
      language,
      source: segment.source,
      target: translation.text ?? "",
      contextHash: segment.contextHash,
      reviewed: translation.state === "reviewed",
      createdAt: null,
      changedAt: translation.updatedAt.toISOString(),
    });
  });
  return { bytes: Buffer.from(tmxStart(project.sourceLanguage) + units.join("") + TMX_END), segments: counts };
}
