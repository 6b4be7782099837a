import type { Caller } from "@/lib/auth/caller";
import { AppError, type ErrorCode, type FieldError } from "@/lib/errors";
import { TranslateBatchBody } from "@/lib/schemas/translate";
import { resolvePair } from "@/lib/translation/languages";
import { requireResources } from "@/lib/translation/resources";
import { translateBatch } from "@/lib/translation/translate-batch";
import { routingScopeOf, translateOne } from "@/lib/translation/translate-text";
import type { Formality } from "@/lib/vocabulary/formalities";
import type { TextFormat } from "@/lib/vocabulary/text-formats";

/** A translation as the facades need it. */
export type TranslatedText = {
  readonly translation: string;
  readonly source: string;
  readonly detectedSource: { readonly language: string; readonly confidence: number } | null;
  readonly warnings: readonly { readonly code: string }[];
  readonly alternatives?: readonly { readonly translation: string }[] | undefined;
};

export type TextsToTranslate = {
  readonly texts: readonly string[];
  /** Undefined: detected for each text. */
  readonly source: string | undefined;
  readonly target: string;
  readonly format: TextFormat;
  readonly glossaryId?: string | undefined;
  readonly context?: string | undefined;
  readonly formality?: Formality | undefined;
  readonly instructions?: string | undefined;
  readonly alternatives?: number;
};

/** What a text is taken for where no language can be detected that is translated here. */
const FALLBACK_SOURCE = "en";
/** The service takes empty texts, as the vendors do; only `/v1` refuses them. */
const PLACEHOLDER = "x";

/**
 * Translates texts all or nothing: the first error refuses all of them. A text in no language that is translated here is taken
 * for English: the vendors' services guess too, and their clients expect no refusal.
 */
export async function translateTexts(
  caller: Caller,
  { texts, ...options }: TextsToTranslate,
  signal: AbortSignal,
): Promise<readonly TranslatedText[]> {
  const input = { ...TranslateBatchBody.parse({ texts: texts.map((text) => text || PLACEHOLDER), ...options }) };
  input.texts = [...texts];
  const { translations } = await translateBatch(caller, input, signal);
  return Promise.all(
    translations.map(async (item, i) => {
      if (!("error" in item)) return item;
      const { code, message, details } = item.error;
      const [fault] = (details.errors ?? []) as readonly FieldError[];
      const isUndetected =
        code === "language_not_detected" || (options.source === undefined && fault?.path === "source");
      if (!isUndetected) throw new AppError(code as ErrorCode, message, details);
      const pair = await resolvePair(FALLBACK_SOURCE, options.target, routingScopeOf(caller, input));
      const resources = await requireResources(caller, input);
      const given = await translateOne(caller, { ...input, text: texts[i]! }, pair, resources, signal);
      return { ...given, detectedSource: { language: FALLBACK_SOURCE, confidence: 0 } };
    }),
  );
}
