import type { Segment } from "@/lib/text/segment";
import type { EngineReadiness, Refusal } from "@/lib/vocabulary/engines";
import type { Formality } from "@/lib/vocabulary/texts";

/** A direction that an engine can translate now. Tags are canonical BCP 47 (`es`, `pt-BR`, `ca-valencia`). */
export type Direction = {
  readonly source: string;
  readonly target: string;
  /** Expected quality as chrF, 0–100, measured on FLORES if known, otherwise estimated for the kind of engine. */
  readonly rank: number;
};

/** The translation of a term, in its dictionary form and as plain text. */
export type Term = { readonly source: string; readonly target: string };

/** All terms of a direction, for vendors that store glossaries themselves. */
export type EngineGlossary = {
  /** Identifies the glossaries that contain the terms; unchanged when terms change. At most 40 letters and digits. */
  readonly key: string;
  /** The array is replaced when the glossaries change, never modified. */
  readonly terms: readonly Term[];
};

/** Origin of the segments, for engines that use it as context. It is never translated. */
export type Background = {
  /** Name of the document or project. */
  readonly title?: string;
  /** Description of the project. */
  readonly about?: string;
  /** Style guide for the project's translations. */
  readonly instructions?: string;
};

/** Options in addition to the segments. An engine gets only those that it supports: see {@link Engine.supports}. */
export type TranslationOptions = EngineChoices & {
  /** Patterns of text that is not sent to engines. */
  readonly protect?: string[];
};

type EngineChoices = {
  /** Surrounding text in the source language. */
  readonly context?: string;
  readonly formality?: Formality;
  /** Instructions written by the caller. */
  readonly instructions?: string;
};

/** Options that not every engine supports. */
export type EngineOption = keyof EngineChoices;

export type EngineOptions = EngineChoices & {
  /** Every queue serves interactive work before bulk work. */
  readonly priority: "interactive" | "bulk";
  /** Aborted when the caller has disconnected: queued work is dropped, results of running work are discarded. */
  readonly signal?: AbortSignal;
  /** Timeout of one segment in milliseconds, from when it leaves the queue. */
  readonly timeoutMs?: number;
  /** Terms that occur in the segments. Engines may ignore them: the caller checks the translation. */
  readonly terms?: readonly Term[];
  /** The whole glossary, if one of its terms occurs in the segments. */
  readonly glossary?: EngineGlossary;
  readonly background?: Background;
  /**
   * Scope of cached results, such as an account's id; scopes never share results. If omitted, nothing is cached.
   * Interactive work only.
   */
  readonly cacheScope?: string;
  /** Requests {@link Translated.quality}, for which some engines need more time. */
  readonly wantsQuality?: boolean;
};

export type Translated = {
  /** Encoded text with the codes of the source segment (see lib/text/segment.ts). */
  readonly text: string;
  /** Source words that the engine did not know and left untranslated. */
  readonly unknownWords?: readonly string[];
  /** The engine's own quality estimate, 0–100, if requested and available. */
  readonly quality?: number;
};

export type EngineState = {
  readonly id: string;
  readonly state: EngineReadiness;
  /** Explanation for operators in one sentence. */
  readonly detail: string;
  /** Reason why a remote service lists no languages; absent if it lists some, and for local engines. */
  readonly refusal?: Refusal;
  readonly queued: number;
  readonly memoryMb: number;
};

/** Translates between the languages that it declares. Independent of callers, database and HTTP. */
export interface Engine {
  /** `apertium`, `bergamot`, `deepl`, … */
  readonly id: string;
  /** False if text is sent to another machine. */
  readonly local: boolean;
  /** Current directions; empty if not installed. A cheap call, since implementations cache the result. */
  directions(): Promise<readonly Direction[]>;
  /** Makes the next call read the available directions again. */
  refresh?(): void;
  /** Changes whenever a direction may give other results, for example after a model update. */
  version?(direction: { readonly source: string; readonly target: string }): string;
  /** Whether the engine supports an option in a direction; an engine without this method supports none. */
  supports?(option: EngineOption, direction: { readonly source: string; readonly target: string }): boolean;
  /** Measured quality (chrF) of two hops by this engine as a whole. */
  routeRank?(source: string, pivot: string, target: string): number | undefined;
  /**
   * Returns one answer per segment, in order, with the inline codes of the source. Segments are sentences or short
   * paragraphs without line breaks. Rejects with {@link EngineError}.
   */
  translate(
    segments: readonly Segment[],
    direction: { readonly source: string; readonly target: string },
    options: EngineOptions,
  ): Promise<readonly Translated[]>;
  /** Rejects if a service that received these segments sends them back, so that they would go round in a loop. */
  refuseLoop?(
    segments: readonly Segment[],
    direction: { readonly source: string; readonly target: string },
  ): Promise<void>;
  state(): EngineState;
  /** Ends its processes and threads. Later calls reject. */
  close(): Promise<void>;
}

/** One step of a route: an engine with a direction. */
export type Hop = { readonly engine: Engine; readonly source: string; readonly target: string };

/**
 * - `unavailable`: not installed, died twice, or refuses to work → 503;
 * - `overloaded`: its queue is full → 503 with `Retry-After`;
 * - `timeout`: it took too long → 504;
 * - `unsupported`: it does not support this pair;
 * - `aborted`: the caller's signal was aborted.
 */
export type EngineErrorCode = "unavailable" | "overloaded" | "timeout" | "unsupported" | "aborted";

export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    readonly code: EngineErrorCode,
    readonly engine: string,
    message: string,
    /** Seconds after which a retry may succeed. */
    readonly retryAfterSeconds = 2,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * True for an {@link EngineError} of any instance of this module. Next bundles the server start separately from its
 * routes, each with its own class, although both use the engines of the process: `instanceof` would not recognise the
 * other's errors.
 */
export function isEngineError(thrown: unknown): thrown is EngineError {
  return thrown instanceof Error && thrown.name === "EngineError";
}
