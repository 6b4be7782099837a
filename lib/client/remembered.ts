import type { Remembered, RememberedByTarget } from "@/lib/schemas/remembered";
import { codePoints } from "@/lib/text/words";
import { MAX_UNIT_LENGTH } from "@/lib/vocabulary/texts";
import { api } from "./fetch";
import { type Answer, MEMORY_ENGINE, type TranslationRequest } from "./translation-request";

/** Translations found in memories, by target language. */
export type RememberedTranslations = Readonly<Record<string, Remembered>>;

/**
 * Translations in memories of the whole text of a request, by target. Only for plain text and if no engine is chosen. A
 * failed search returns none, because the text can still be translated.
 */
export async function findRemembered(
  { text, source, format, engine, projectId }: TranslationRequest,
  targets: readonly string[],
  signal: AbortSignal,
): Promise<RememberedTranslations> {
  if (format !== "text" || engine !== undefined || text.length > MAX_UNIT_LENGTH) return {};
  const body = { text, targets, ...(source === "auto" ? {} : { source }), ...(projectId ? { projectId } : {}) };
  const answer = api<typeof RememberedByTarget>("POST", "/account/remembered-translations", { body, signal });
  return answer.then(
    ({ translations }) => translations,
    () => ({}),
  );
}

/** A memory's translation in the form of a response to a request. */
export function fromMemory({ text, source, target }: TranslationRequest, found: Remembered): Answer {
  return {
    translation: found.translation,
    source: found.source,
    target,
    detectedSource: source === "auto" ? { language: found.source, confidence: 1 } : null,
    characters: codePoints(text),
    engine: MEMORY_ENGINE,
    route: [found.source, target],
    warnings: [],
    memory: found.memory,
  };
}

/** A memory's translation, which cancels the machine's; the machine's if no memory has the text or by choice. */
export async function rememberedOr(
  machine: Promise<Answer>,
  request: TranslationRequest,
  signal: AbortSignal,
  needless: AbortController,
): Promise<Answer> {
  const found = (await findRemembered(request, [request.target], signal))[request.target];
  if (!found) return machine;
  if (request.byMachine) return { ...(await machine), memory: found.memory };
  needless.abort();
  return fromMemory(request, found);
}
