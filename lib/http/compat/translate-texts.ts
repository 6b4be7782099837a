import { AppError, type ErrorCode } from "@/lib/base/errors";
import { answerProbe } from "@/lib/engines/remote/loop-probe";
import type { Caller } from "@/lib/identity/auth/caller";
import { TranslateBatchBody } from "@/lib/schemas/translate";
import { resolvePair } from "@/lib/translation/languages";
import { requireResources } from "@/lib/translation/resources";
import { translateBatch } from "@/lib/translation/translate-batch";
import { routingScopeOf, translateOne } from "@/lib/translation/translate-text";
import type { Formality, TextFormat } from "@/lib/vocabulary/texts";
import { languageFault } from "./faults";
import { FALLBACK } from "./languages";

/** A translation with the data that the facades need. */
export type TranslatedText = {
  readonly translation: string;
  readonly source: string;
  readonly detectedSource: { readonly language: string; readonly confidence: number } | null;
  readonly warnings: readonly { readonly code: string }[];
  readonly alternatives?: readonly { readonly translation: string }[] | undefined;
};

export type TextsToTranslate = {
  readonly texts: readonly string[];
  /** Undefined to detect the source of each text. */
  readonly source: string | undefined;
  readonly target: string;
  readonly format: TextFormat;
  readonly glossaryIds?: readonly string[];
  readonly context?: string | undefined;
  readonly formality?: Formality | undefined;
  readonly instructions?: string | undefined;
  readonly alternatives?: number;
};

/**
 * Translates all texts or none: the first error rejects the call. A text without a supported source language is
 * translated as English if possible, because the vendors guess too and their clients expect no error.
 */
export async function translateTexts(
  caller: Caller,
  { texts, glossaryIds, ...options }: TextsToTranslate,
  signal: AbortSignal,
): Promise<readonly TranslatedText[]> {
  const probe = answerProbe(texts);
  if (probe) return probe.map((translation) => ({ translation, source: FALLBACK, detectedSource: null, warnings: [] }));
  const input = { ...TranslateBatchBody.parse({ texts, ...options }), target: options.target, glossaryIds };
  const { translations } = await translateBatch(caller, input, signal);
  return Promise.all(
    translations.map(async (item, i) => {
      if (!("error" in item)) return item;
      const { code, message, details } = item.error;
      const { retryAfterSeconds: wait } = details;
      const headers = typeof wait === "number" ? { "Retry-After": String(wait) } : undefined;
      const error = new AppError(code as ErrorCode, message, details, headers);
      const detected = languageFault(error)?.detected;
      if (code !== "language_not_detected" && !detected) throw error;
      const pair = await resolvePair(FALLBACK, options.target, routingScopeOf(caller, input)).catch(
        (thrown: AppError) => Promise.reject(languageFault(thrown) ? error : thrown),
      );
      const one = { ...input, text: texts[i]! };
      const given = await translateOne(caller, one, pair, await requireResources(caller, input), signal);
      const language = detected ?? FALLBACK;
      return { ...given, source: language, detectedSource: { language, confidence: 0 } };
    }),
  );
}
