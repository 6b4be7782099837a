import type { Remembered, RememberedByTarget } from "@/lib/schemas/remembered";
import { codePoints } from "@/lib/text/words";
import { MAX_UNIT_LENGTH } from "@/lib/vocabulary/texts";
import { api } from "./fetch";
import { type Answer, MEMORY_ENGINE, type TranslationRequest } from "./translation-request";

/** By target language. */
export type RememberedTranslations = Readonly<Record<string, Remembered>>;

/**
 * What memories have for the whole text of a request, by target: only plain texts, and none where an engine is chosen. A
 * failed look-up finds nothing, because the text can still be translated.
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

/** A memory's translation as the answer to a request. */
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

/** What a memory has for the request, and stops the machine; the machine's translation where none has it or by choice. */
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
