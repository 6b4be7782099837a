import { AppError } from "@/lib/base/errors";
import { detectLanguage } from "@/lib/text/detect/detect";
import { detectableLanguages, type RoutingScope } from "./languages";

export type Detected = { readonly language: string; readonly confidence: number };

/**
 * Below this the response has the warning `low_confidence`. Words such as “Hi”, “Cancel” or “casa”, which several
 * languages share, score between 0.5 and 0.6; a phrase of three words is mostly above 0.9.
 */
export const CONFIDENT = 0.6;

/** Detects the language of a text, whether or not engines translate it. Throws 422 if no language matches. */
export async function detectSource(text: string, reach: RoutingScope): Promise<Detected> {
  const found = await detectLanguage(text, await detectableLanguages(reach));
  if (found) return { language: found.language, confidence: round(found.confidence) };
  throw new AppError("language_not_detected", "Couldn't detect the language of the text. Name it in source.", {
    reason: "no_candidate",
  });
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
