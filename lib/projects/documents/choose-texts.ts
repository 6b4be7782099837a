import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { segments, translationRevisions, translations } from "@/db/schema";
import type { TranslationState } from "@/db/schema/translations";

/** Which text of each segment goes into a file. */
export type TextChoice = {
  /** The least state of a text that is taken as it stands. */
  readonly minState: "draft" | "translated" | "reviewed";
  /** What is taken instead, in order. The source text is the last resort of all. */
  readonly fallback: readonly ("lastReviewed" | "source" | "empty")[];
  /** Whether a text that was reviewed for an older source may stand in for it. */
  readonly allowOutdated: boolean;
};

/** What was taken. */
export type Used = "draft" | "translated" | "reviewed" | "lastReviewed" | "source" | "empty";

/** A text for a segment; null: the source stays. */
export type ChosenText = { readonly text: string | null; readonly used: Used };

const RANK: Readonly<Record<TranslationState, number>> = {
  untranslated: 0,
  draft: 1,
  needs_work: 1,
  translated: 2,
  reviewed: 3,
};

export type Candidate = {
  readonly text: string | null;
  readonly state: TranslationState;
  readonly outdated: boolean;
  readonly excluded: boolean;
  /** The text of the last revision that was reviewed. */
  readonly reviewedText: string | null;
};

/** Chooses the text of one segment. What was sent back counts as a draft. */
export function chooseText(one: Candidate, choice: TextChoice): ChosenText {
  if (one.excluded) return { text: null, used: "source" };
  if (one.text !== null && RANK[one.state] >= RANK[choice.minState]) return { text: one.text, used: nameOf(one.state) };
  for (const way of choice.fallback) {
    if (way === "empty") return { text: "", used: "empty" };
    if (way === "source") break;
    if (one.reviewedText !== null && (choice.allowOutdated || !one.outdated))
      return { text: one.reviewedText, used: "lastReviewed" };
  }
  return { text: null, used: "source" };
}

function nameOf(state: TranslationState): Used {
  return state === "translated" || state === "reviewed" ? state : "draft";
}

/** The texts of a document in a language, by the key of their segment. */
export async function chooseTexts(
  tx: Transaction,
  documentId: string,
  language: string,
  choice: TextChoice,
): Promise<ReadonlyMap<string, ChosenText>> {
  const rows = await tx
    .select({
      key: segments.key,
      excluded: segments.excluded,
      text: translations.text,
      state: translations.state,
      outdated: translations.outdated,
      reviewedText: translationRevisions.text,
    })
    .from(segments)
    .innerJoin(translations, and(eq(translations.segmentId, segments.id), eq(translations.language, language)))
    .leftJoin(
      translationRevisions,
      and(
        eq(translationRevisions.segmentId, segments.id),
        eq(translationRevisions.language, language),
        sql`${translationRevisions.revision} = ${translations.approvedRevision}`,
      ),
    )
    .where(and(eq(segments.documentId, documentId), isNull(segments.removedIn)));
  return new Map(rows.map(({ key, ...one }) => [key, chooseText(one, choice)]));
}
