import type { Remembered } from "@/lib/schemas/remembered";
import type { Translation } from "@/lib/schemas/translate";
import type { TextFormat } from "@/lib/vocabulary/texts";

export type TranslationRequest = {
  readonly text: string;
  /** A language tag, or `auto`. */
  readonly source: string;
  readonly target: string;
  readonly format: TextFormat;
  /** Id of the only engine to use. Omitted: the best engine. */
  readonly engine?: string;
  readonly glossaryId?: string;
  /** The project whose glossaries, memories, instructions and tone are used. */
  readonly projectId?: string;
  readonly formality?: "more" | "less";
  /** RE2 patterns of text that must not be translated. */
  readonly protect?: readonly string[];
  /** Uses machine translation even if a memory has the text. */
  readonly byMachine?: true;
};

/** A translation. `memory` is present if a memory has the whole text, even if this translation is not the memory's. */
export type Answer = Translation & { readonly memory?: Remembered["memory"] };

/** Id, as in the API, that stands for the engine of translations from memories. */
export const MEMORY_ENGINE = "memory";

/** A request's body for the API. It disables memories, except those of a project. */
export function bodyOf<Request extends Pick<TranslationRequest, "byMachine" | "projectId">>({
  byMachine,
  ...body
}: Request) {
  return byMachine && body.projectId ? { ...body, memories: false } : body;
}
