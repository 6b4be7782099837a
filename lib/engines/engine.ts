import type { Segment } from "@/lib/text/segment";
import type { EngineReadiness } from "@/lib/vocabulary/engine-states";
import type { Formality } from "@/lib/vocabulary/formalities";

/** One way an engine can translate right now. Tags are BCP 47 in canonical form (`es`, `pt-BR`, `ca-valencia`). */
export type Direction = {
  readonly source: string;
  readonly target: string;
  /** Expected quality as chrF, 0–100, measured on FLORES where known, else by the kind of engine. */
  readonly rank: number;
};

/** How a term is to be translated, in its dictionary forms and plain text. */
export type Term = { readonly source: string; readonly target: string };

/** What an engine is told beside the segments, where it can heed it: see {@link Engine.supports}. */
export type TranslationOptions = {
  /** Text around what is translated, in the source language. */
  readonly context?: string;
  readonly formality?: Formality;
  /** How to translate, in the caller's words. */
  readonly instructions?: string;
};

/** Options that not every engine can heed. */
export type EngineOption = keyof TranslationOptions;

export type EngineOptions = TranslationOptions & {
  /** Interactive work goes before bulk work in every queue. */
  readonly priority: "interactive" | "bulk";
  /** Aborted when the caller has gone: queued work is dropped, running work may finish unheard. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one segment, from the moment that it leaves the queue. */
  readonly timeoutMs?: number;
  /** Terms that occur in the segments. Engines that cannot heed them do not: the caller checks the result. */
  readonly terms?: readonly Term[];
  /**
   * Whose earlier results may be given again, such as an account's id; those of others never are. Left out: every segment
   * is translated anew. Only interactive work uses any.
   */
  readonly cacheScope?: string;
  /** Asks for {@link Translated.quality}, which costs some engines time. */
  readonly wantsQuality?: boolean;
};

export type Translated = {
  /** Encoded text with the codes of the source segment (see lib/text/segment.ts). */
  readonly text: string;
  /** Source words that the engine did not know and left as they were. */
  readonly unknownWords?: readonly string[];
  /** The engine's own estimate of quality, 0–100, where it has one and was asked for it. */
  readonly quality?: number;
};

export type EngineState = {
  readonly id: string;
  readonly state: EngineReadiness;
  /** A sentence for operators. */
  readonly detail: string;
  readonly queued: number;
  readonly memoryMb: number;
};

/** Translates between the languages that it declares. Knows nothing of who asks, of tables or of HTTP. */
export interface Engine {
  /** `apertium`, `bergamot`, `deepl`, … */
  readonly id: string;
  /** False when text leaves this machine. */
  readonly local: boolean;
  /** What it can do right now; empty when it is not installed. Cheap to call: implementations cache it. */
  directions(): Promise<readonly Direction[]>;
  /** Another one whenever a direction may give other results than before, such as after an update of its model. */
  version?(direction: { readonly source: string; readonly target: string }): string;
  /** Whether it heeds an option in a direction; without this method it heeds none. */
  supports?(option: EngineOption, direction: { readonly source: string; readonly target: string }): boolean;
  /** Quality of two hops of this engine as a whole (chrF), where it was measured. */
  routeRank?(source: string, pivot: string, target: string): number | undefined;
  /**
   * One answer per segment, in order, with the inline codes of the source.
   * Segments are sentences or short paragraphs without line breaks. Rejects with {@link EngineError}.
   */
  translate(
    segments: readonly Segment[],
    direction: { readonly source: string; readonly target: string },
    options: EngineOptions,
  ): Promise<readonly Translated[]>;
  state(): EngineState;
  /** Ends its processes and threads. Calls after it reject. */
  close(): Promise<void>;
}

/**
 * - `unavailable`: not installed, died twice, or refuses to work → 503;
 * - `overloaded`: its queue is full → 503 with `Retry-After`;
 * - `timeout`: it took too long → 504;
 * - `unsupported`: it does not translate this pair;
 * - `aborted`: the caller's signal was aborted.
 */
export type EngineErrorCode = "unavailable" | "overloaded" | "timeout" | "unsupported" | "aborted";

export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    readonly code: EngineErrorCode,
    readonly engine: string,
    message: string,
    /** Seconds after which another try is sensible. */
    readonly retryAfterSeconds = 2,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * True for an {@link EngineError}, whichever instance of this module made it. Next bundles what starts a server apart from its
 * routes, each with a class of its own, and the engines of a process serve both: `instanceof` would not know the other's.
 */
export function isEngineError(thrown: unknown): thrown is EngineError {
  return thrown instanceof Error && thrown.name === "EngineError";
}
