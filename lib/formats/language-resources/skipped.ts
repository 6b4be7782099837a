/** Why an item of an imported file was skipped. Codes are part of the API. */
export const SKIP_REASONS = {
  no_source: "The entry has no text in the source language.",
  no_target: "The entry has no translation.",
  empty: "Its source or translation is empty.",
  too_long: "Its source or translation is too long.",
  unknown_language: "Its language is not known.",
  duplicate: "The file has a newer entry for the same text.",
  older: "The stored translation of the same text is newer.",
  malformed: "The row cannot be read.",
} as const;

export type SkipCode = keyof typeof SKIP_REASONS;

export type Skipped = {
  /** Number of the unit, entry or row in the file, starting with 1. */
  readonly number: number;
  readonly code: SkipCode;
  readonly language?: string;
};

/** Skipped items of a file: their number, and the first ones. */
export type SkippedItems = { readonly count: number; readonly first: readonly Skipped[] };

const MAX_LISTED = 1_000;

export function firstSkipped(skipped: readonly Skipped[]): SkippedItems {
  return { count: skipped.length, first: skipped.slice(0, MAX_LISTED) };
}
