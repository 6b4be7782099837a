import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "@/lib/base/env";
import { countCache } from "@/lib/base/metrics";
import { perProcess } from "@/lib/base/singleton";
import type { Segment } from "@/lib/text/segment";
import { type Engine, type EngineOptions, type Hop, isEngineError, type Translated } from "./engine";

/** Milliseconds for which a result is cached, because services and dictionaries change without notice. */
const LIFE_MS = 3_600_000;
/** Bytes of an entry in addition to its text: its key and objects. */
const ENTRY_BYTES = 300;

type Run = {
  readonly translated: Promise<Translated>;
  readonly answered: (given: Translated) => void;
  readonly failed: (error: unknown) => void;
};

const MIB = 1024 * 1024;

const results = perProcess("result-cache", () => new ResultCache(env().RESULT_CACHE_MB * MIB));

/**
 * Translates with a cache. The key contains everything on which the result depends: the engine with its settings and
 * version, the direction, the options, the sentence with its codes, and the owner.
 */
export async function throughCache(
  hop: Hop,
  segments: readonly Segment[],
  options: EngineOptions,
  translate: (segments: readonly Segment[]) => Promise<readonly Translated[]>,
): Promise<readonly Translated[]> {
  const { cacheScope, priority, terms, wantsQuality, context, formality, instructions, background } = options;
  if (cacheScope === undefined || priority === "bulk" || env().RESULT_CACHE_MB === 0) return translate(segments);
  const cache = results();
  const { engine, source, target } = hop;
  const version = engine.version?.(hop);
  const name = [engine.id, cache.numberOf(engine)];
  const scope = JSON.stringify([
    cacheScope,
    ...name,
    version,
    source,
    target,
    terms,
    wantsQuality,
    context,
    formality,
    instructions,
    background,
  ]);
  return cache.through(scope, segments, translate);
}

/**
 * A cache of translated sentences with a limit of memory; evicts the least recently used. Concurrent requests for the
 * same sentence share one translation. `scope` must contain everything on which the result depends besides the
 * sentence, including the owner: results are never shared between scopes.
 */
export class ResultCache {
  readonly #results: LRUCache<string, Translated>;
  readonly #running = new Map<string, Run>();
  readonly #numbers = new WeakMap<Engine, number>();
  #nextNumber = 1;

  /** @param now a clock in milliseconds, above zero */
  constructor(limitBytes: number, now: () => number = () => performance.now()) {
    this.#results = new LRUCache({
      maxSize: limitBytes,
      sizeCalculation: bytesOf,
      ttl: LIFE_MS,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /** Numbers engine objects: an engine with the same id and other settings is a different engine. */
  numberOf(engine: Engine): number {
    const number = this.#numbers.get(engine) ?? this.#nextNumber++;
    this.#numbers.set(engine, number);
    return number;
  }

  /**
   * Returns one translation per segment, in order. Calls `translate` with the segments that are not cached, each once,
   * and rejects like it.
   */
  async through(
    scope: string,
    segments: readonly Segment[],
    translate: (segments: readonly Segment[]) => Promise<readonly Translated[]>,
  ): Promise<readonly Translated[]> {
    const keys = segments.map((segment) => keyOf(scope, segment));
    const wanted = new Map(keys.map((key, i) => [key, segments[i]!]));
    const done = new Map<string, Translated>();
    /** Sentences whose shared run failed are translated again by this call. */
    const alone = new Set<string>();
    while (done.size < wanted.size) {
      const missing = new Map<string, Segment>();
      const before = done.size;
      const underWay = new Map<string, Promise<Translated>>();
      for (const [key, segment] of wanted) {
        if (done.has(key)) continue;
        const known = this.#results.get(key);
        const run = alone.has(key) ? undefined : this.#running.get(key);
        if (known) done.set(key, known);
        else if (run) underWay.set(key, run.translated);
        else missing.set(key, segment);
      }
      countCache(done.size - before, missing.size);
      if (missing.size > 0) await this.#run(missing, translate, done);
      for (const [key, translated] of underWay) {
        try {
          done.set(key, await translated);
        } catch (error) {
          // If only that run's caller disconnected, the others share another run.
          if (!isAborted(error)) alone.add(key);
        }
      }
    }
    return keys.map((key) => done.get(key)!);
  }

  async #run(
    missing: ReadonlyMap<string, Segment>,
    translate: (segments: readonly Segment[]) => Promise<readonly Translated[]>,
    done: Map<string, Translated>,
  ): Promise<void> {
    const runs = [...missing.keys()].map((key) => [key, this.#begin(key)] as const);
    try {
      const translated = await translate([...missing.values()]);
      for (const [i, [key, run]] of runs.entries()) {
        done.set(key, translated[i]!);
        this.#results.set(key, translated[i]!);
        run.answered(translated[i]!);
      }
    } catch (error) {
      for (const [, run] of runs) run.failed(error);
      throw error;
    } finally {
      for (const [key, run] of runs) if (this.#running.get(key) === run) this.#running.delete(key);
    }
  }

  #begin(key: string): Run {
    let answered!: Run["answered"];
    let failed!: Run["failed"];
    const translated = new Promise<Translated>((resolve, reject) => {
      answered = resolve;
      failed = reject;
    });
    translated.catch(() => {});
    const run = { translated, answered, failed };
    this.#running.set(key, run);
    return run;
  }
}

/** Approximate bytes of a result. */
function bytesOf({ text, unknownWords }: Translated): number {
  return 2 * (text.length + (unknownWords?.join().length ?? 0)) + ENTRY_BYTES;
}

function isAborted(error: unknown): boolean {
  return isEngineError(error) && error.code === "aborted";
}

/** JSON separates the parts; hashing limits the key's length. */
function keyOf(scope: string, { text, codes }: Segment): string {
  return createHash("sha256")
    .update(JSON.stringify([scope, text, codes]))
    .digest("base64");
}
