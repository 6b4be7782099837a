import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { segments, translations } from "@/db/schema";
import { unitCodesOf } from "@/lib/formats/language-resources/tmx-codes";
import { TMX_END, tmxStart, tmxUnit } from "@/lib/formats/language-resources/tmx-write";
import type { ProjectRow } from "@/lib/projects/require-project";
import { pluralHeadersOf } from "@/lib/projects/segments/plural-headers";
import type { SegmentRow, TranslationRow } from "@/lib/projects/translations/translation-rows";
import type { ExportFile } from "@/lib/schemas/exports";
import { allForms, formFor, formsOf } from "@/lib/text/plurals/plural-forms";
import type { TranslationState } from "@/lib/vocabulary/segments";
import type { ExportParams } from "./send";

const STATES_FROM: Readonly<Record<ExportParams["choice"]["minState"], readonly TranslationState[]>> = {
  draft: ["draft", "translated", "reviewed"],
  translated: ["translated", "reviewed"],
  reviewed: ["reviewed"],
};

type TextPair = { readonly id: string; readonly source: string; readonly target: string };

/**
 * A segment's texts for a memory: its text or, for a plural message, each form with the source's form for the same
 * numbers.
 */
function textPairs(
  segment: SegmentRow,
  translation: TranslationRow,
  from: string,
  language: string,
  header: string | undefined,
): TextPair[] {
  const { id, source, pluralRule: rule, sourceForms: forms } = segment;
  if (!rule || !forms) return [{ id, source, target: translation.text ?? "" }];
  const samples = new Map(formsOf(rule, language, forms, header).map((form) => [form.name, form.samples[0]]));
  return Object.entries(allForms(rule, language, translation)).map(([name, target]) => {
    const own = formFor(samples.get(name) ?? 5, { rule, language: from, forms });
    return { id: `${id}-${name}`, source: (own === null ? undefined : forms[own]) ?? source, target };
  });
}

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
        or(isNotNull(translations.text), sql`${translations.forms} <> '{}'`),
        inArray(translations.state, [...STATES_FROM[choice.minState]]),
        choice.outdated === "keep" ? undefined : sql`not ${translations.outdated}`,
      ),
    )
    .orderBy(asc(segments.documentId), asc(segments.position));
  const headers = await pluralHeadersOf(
    rows.map(({ segment }) => segment),
    tx,
  );
  const counts = { draft: 0, translated: 0, reviewed: 0, lastReviewed: 0, source: 0, empty: 0, excluded: 0 };
  const units = rows.flatMap(({ segment, translation }) => {
    counts[translation.state as "draft" | "translated" | "reviewed"]++;
    return textPairs(
      segment,
      translation,
      project.sourceLanguage,
      language,
      headers.get(segment.documentId)?.[language],
    ).map(({ id, source, target }) =>
      tmxUnit(project.sourceLanguage, {
        tuid: id,
        language,
        source,
        target,
        codes: unitCodesOf(segment.codes),
        contextHash: segment.contextHash,
        reviewed: translation.state === "reviewed",
        createdAt: null,
        changedAt: translation.updatedAt.toISOString(),
      }),
    );
  });
  return { bytes: Buffer.from(tmxStart(project.sourceLanguage) + units.join("") + TMX_END), segments: counts };
}
