import type { segments, translations } from "@/db/schema";

export type SegmentRow = typeof segments.$inferSelect;
export type TranslationRow = typeof translations.$inferSelect;

/** A translation before and after a change, with its segment. */
export type Changed = {
  readonly segment: SegmentRow;
  readonly before: TranslationRow;
  readonly after: TranslationRow;
  readonly editMs: number | null;
};
