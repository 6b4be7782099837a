import type { TextFormat } from "@/lib/vocabulary/text-formats";

const DRAFT = "dragoman.draft";

/** What stands in the translator: kept for this tab alone, so that a reload or a way round by another page loses nothing. */
export type Draft = {
  readonly text: string;
  readonly source: string;
  readonly target: string;
  readonly format: TextFormat;
};

export function readDraft(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT) ?? "null") as Draft | null;
  } catch {
    return null; // storage is closed, or holds something else
  }
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify(draft));
  } catch {
    // full or closed: only the comfort is lost
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT);
  } catch {
    // closed: nothing was kept
  }
}
