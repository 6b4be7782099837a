import type { TranslationRequest } from "./translation-request";

const DRAFT = "dragoman.draft";

/** Content of the translator, stored for this tab only, so that it survives a reload or a visit to another page. */
export type Draft = Pick<TranslationRequest, "text" | "source" | "target" | "format">;

export function readDraft(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT) ?? "null") as Draft | null;
  } catch {
    return null; // Storage is unavailable, or contains something else.
  }
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify(draft));
  } catch {
    // Storage is unavailable or full: the draft is not stored.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT);
  } catch {
    // Storage is unavailable, so it contains no draft.
  }
}
