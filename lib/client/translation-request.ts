import type { Remembered } from "@/lib/schemas/remembered";
import type { Translation } from "@/lib/schemas/translate";
import type { TextFormat } from "@/lib/vocabulary/texts";

export type TranslationRequest = {
  readonly text: string;
  /** A tag, or `auto`. */
  readonly source: string;
  readonly target: string;
  readonly format: TextFormat;
  /** Id of the only engine to use; omitted: the best one. */
  readonly engine?: string;
  readonly glossaryId?: string;
  /** Its glossaries, memories, instructions and tone are used. */
  readonly projectId?: string;
  readonly formality?: "more" | "less";
  /** RE2 patterns of what stays as it is. */
  readonly protect?: readonly string[];
  /** Translates by machine even if a memory has the text. */
  readonly byMachine?: true;
};

/** A translation; with `memory`, that memory has the whole text, whether or not this is its translation. */
export type Answer = Translation & { readonly memory?: Remembered["memory"] };

/** Engine of translations from memories, as in the API. */
export const MEMORY_ENGINE = "memory";

/** A request as the API takes it, which looks only into the memories of a project. */
export function bodyOf<Request extends Pick<TranslationRequest, "byMachine" | "projectId">>({
  byMachine,
  ...body
}: Request) {
  return byMachine && body.projectId ? { ...body, memories: false } : body;
}
