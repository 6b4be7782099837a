import type { TranslationRequest } from "./translation-request";

const DRAFT = "dragoman.draft";

/** Content of the translator, kept for this tab only, so that a reload or a visit to another page loses nothing. */
export type Draft = Pick<TranslationRequest, "text" | "source" | "target" | "format">;

export function readDraft(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT) ?? "null") as Draft | null;
  } catch {
    return null; // storage is unavailable, or contains something else
  }
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify(draft));
  } catch {
    // unavailable or full: the draft is not kept
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT);
  } catch {
    // unavailable: nothing was kept
  }
}
