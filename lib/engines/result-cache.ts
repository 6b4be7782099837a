import { createHash } from "node:crypto";
import type { Engine, EngineOptions, Translated } from "@/lib/engines/engine";
import type { Hop } from "@/lib/engines/routing";
import { env } from "@/lib/env";
import type { Segment } from "@/lib/text/segment";

/** Milliseconds for which a result is given again: services and dictionaries change without saying so. */
const LIFE_MS = 3_600_000;
/** What an entry takes besides its text: its key, the objects around it. */
const ENTRY_BYTES = 300;

type Entry = { readonly translated: Translated; readonly bytes: number; readonly until: number };
type Run = { readonly translated: Promise<Translated>; readonly settle: (given: Translated | null) => void };

const MIB = 1024 * 1024;

/** On `globalThis`: the development server loads modules anew. */
const shared = globalThis as { __dragomanResults?: ResultCache };

/**
 * Lets `translate` do what is not known yet of a hop's work. What a result depends on, all of it, tells it apart: the engine
 * with its settings, its version, the direction, the options, the sentence with its codes, and whose it is.
 */
export async function throughCache(
  hop: Hop,
  segments: readonly Segment[],
  options: EngineOptions,
  translate: (segments: readonly Segment[]) => Promise<readonly Translated[]>,
): Promise<readonly Translated[]> {
  const { cacheScope, priority, terms, wantsQuality } = options;
  const limit = env().RESULT_CACHE_MB * MIB;
  if (cacheScope === undefined || priority === "bulk" || limit === 0) return translate(segments);
  shared.__dragomanResults ??= new ResultCache(limit);
  const { engine, source, target } = hop;
  const version = engine.version?.(hop);
  const scope = JSON.stringify([cacheScope, engine.id, numberOf(engine), version, source, target, terms, wantsQuality]);
  return shared.__dragomanResults.through(scope, segments, translate);
}

const numbers = new WeakMap<Engine, number>();
let nextNumber = 1;

/** Other settings of a service make another engine of the same id. */
function numberOf(engine: Engine): number {
  const number = numbers.get(engine) ?? nextNumber++;
  numbers.set(engine, number);
  return number;
}

/**
 * Translations of sentences, as the engines gave them, within a bound of memory; the least recently used go first. What is
 * asked for while the same is being translated waits for that run. The `scope` must say all that a result depends on beside
 * the sentence itself, and whose it is: results of one scope are never given to another.
 */
export class ResultCache {
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Run>();
  #bytes = 0;

  constructor(
    private readonly limitBytes: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** One translation per segment, in order. `translate` is given those that are not known, each once; its fault is this one's. */
  async through(
    scope: string,
    segments: readonly Segment[],
    translate: (segments: readonly Segment[]) => Promise<readonly Translated[]>,
  ): Promise<readonly Translated[]> {
    const keys = segments.map((segment) => keyOf(scope, segment));
    const found = new Map<string, Translated | Promise<Translated>>();
    const missing = new Map<string, Segment>();
    for (const [i, key] of keys.entries()) {
      if (found.has(key) || missing.has(key)) continue;
      const known = this.#get(key) ?? this.#running.get(key)?.translated;
      if (known) found.set(key, known);
      else missing.set(key, segments[i]!);
    }
    await this.#run(missing, translate, found);
    const failed = new Map<string, Segment>();
    for (const [i, key] of keys.entries()) {
      // The run that was waited for failed, perhaps only because its caller went away: this one tries by itself.
      const translated = await Promise.resolve(found.get(key)!).catch(() => null);
      if (translated) found.set(key, translated);
      else failed.set(key, segments[i]!);
    }
    await this.#run(failed, translate, found);
    return Promise.all(keys.map((key) => found.get(key)!));
  }

  async #run(
    missing: ReadonlyMap<string, Segment>,
    translate: (segments: readonly Segment[]) => Promise<readonly Translated[]>,
    found: Map<string, Translated | Promise<Translated>>,
  ): Promise<void> {
    if (missing.size === 0) return;
    const runs = [...missing.keys()].map((key) => this.#begin(key));
    let translated: readonly Translated[] = [];
    try {
      translated = await translate([...missing.values()]);
    } finally {
      for (const [i, key] of [...missing.keys()].entries()) {
        this.#running.delete(key);
        runs[i]!.settle(translated[i] ?? null);
      }
    }
    for (const [i, key] of [...missing.keys()].entries()) {
      found.set(key, translated[i]!);
      this.#put(key, translated[i]!);
    }
  }

  #begin(key: string): Run {
    let settle!: Run["settle"];
    const translated = new Promise<Translated>((resolve, reject) => {
      settle = (given) => (given ? resolve(given) : reject(new Error("The run that was waited for failed.")));
    });
    translated.catch(() => {});
    const run = { translated, settle };
    this.#running.set(key, run);
    return run;
  }

  #get(key: string): Translated | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.until < this.now()) {
      this.#bytes -= entry.bytes;
      return undefined;
    }
    // The last in the map is the one that was used last.
    this.#entries.set(key, entry);
    return entry.translated;
  }

  #put(key: string, translated: Translated): void {
    const words = translated.unknownWords?.join() ?? "";
    const bytes = 2 * (translated.text.length + words.length) + ENTRY_BYTES;
    if (bytes > this.limitBytes) return;
    this.#bytes += bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, { translated, bytes, until: this.now() + LIFE_MS });
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.limitBytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
  }
}

/** JSON tells all parts apart; the hash keeps keys small whatever the text. */
function keyOf(scope: string, { text, codes }: Segment): string {
  return createHash("sha256")
    .update(JSON.stringify([scope, text, codes]))
    .digest("base64");
}
