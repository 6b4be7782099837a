/** Why an item of an imported file was left out. Codes are part of the API. */
export const SKIP_REASONS = {
  no_source: "It has no text in the source language.",
  no_target: "It has no translation.",
  empty: "Its source or translation is empty.",
  too_long: "Its source or translation is too long.",
  unknown_language: "Its language is not known.",
  duplicate: "The file has a newer one for the same text.",
  older: "What is kept for the same text is newer.",
  malformed: "The row cannot be read.",
} as const;

export type SkipCode = keyof typeof SKIP_REASONS;

export type Skipped = {
  /** Which unit, entry or row of the file, from 1. */
  readonly number: number;
  readonly code: SkipCode;
  readonly language?: string;
};

/** What was left out of a file: how many, and the first of them. */
export type SkippedItems = { readonly count: number; readonly first: readonly Skipped[] };

const MAX_LISTED = 1_000;

export function firstSkipped(skipped: readonly Skipped[]): SkippedItems {
  return { count: skipped.length, first: skipped.slice(0, MAX_LISTED) };
}
