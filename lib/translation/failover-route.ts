import { type EngineErrorCode, type EngineOption, isEngineError, type TranslationOptions } from "@/lib/engines/engine";
import { type Hop, route } from "@/lib/engines/router";

/** Faults of an engine for which another one may serve in its place. */
const ANOTHER_MAY_SERVE: ReadonlySet<EngineErrorCode> = new Set([
  "unavailable",
  "timeout",
  "overloaded",
  // Its model was removed after the way had been chosen.
  "unsupported",
]);

/** What really translated: engines joined by `+` in the order of their first use, and the languages on the way. */
export type RouteUsed = { readonly engine: string; readonly route: readonly string[] };

/**
 * The way of one piece of work over the engines. When an engine on it fails, the next best way without that engine
 * takes its place, for what failed and for what comes after. Text never goes to engines that the options forbid.
 */
export class FailoverRoute {
  #hops: readonly Hop[];
  readonly #failed = new Set<string>();
  readonly #used = new Set<readonly Hop[]>();

  constructor(
    hops: readonly Hop[],
    private readonly options: { readonly localOnly: boolean; readonly engine?: string | undefined },
  ) {
    this.#hops = hops;
  }

  /**
   * Runs a batch over the hops, and over others as long as engines fail: services elsewhere are all gone at once when the
   * connection is. Nobody waits for a third engine after two were slow. Rejects as the last try does.
   */
  async run<T>(batch: (hops: readonly Hop[]) => Promise<T>): Promise<T> {
    let hops = this.#hops;
    for (let timeouts = 0; ; ) {
      try {
        return await this.#over(hops, batch);
      } catch (error) {
        if (isEngineError(error) && error.code === "timeout") timeouts += 1;
        const others = timeouts < 2 ? await this.#others(hops, error) : null;
        if (!others) throw error;
        hops = others;
      }
    }
  }

  /**
   * What translated so far; before anything did, what is going to. Where batches took different ways, `engine` names
   * the engines of all, and `route` is the longest: a pivot that some of the text went through is not kept back.
   */
  get used(): RouteUsed {
    const ways = this.#used.size > 0 ? [...this.#used] : [this.#hops];
    const longest = ways.reduce((a, b) => (b.length > a.length ? b : a));
    return {
      engine: [...new Set(ways.flat().map((hop) => hop.engine.id))].join("+"),
      route: [longest[0]!.source, ...longest.map((hop) => hop.target)],
    };
  }

  /**
   * Which of the options an engine that translated does not heed. Forms of address are the last engine's matter, the context,
   * which is in the source language, the first one's.
   */
  ignored(options: TranslationOptions): readonly EngineOption[] {
    const ways = this.#used.size > 0 ? [...this.#used] : [this.#hops];
    return (Object.keys(options) as EngineOption[]).filter((option) =>
      ways.some((hops) => {
        const hop = option === "context" ? hops[0] : hops.at(-1);
        return !hop?.engine.supports?.(option, hop);
      }),
    );
  }

  async #over<T>(hops: readonly Hop[], batch: (hops: readonly Hop[]) => Promise<T>): Promise<T> {
    const result = await batch(hops);
    this.#used.add(hops);
    return result;
  }

  async #others(hops: readonly Hop[], error: unknown): Promise<readonly Hop[] | null> {
    if (!isEngineError(error) || !ANOTHER_MAY_SERVE.has(error.code)) return null;
    const asked = hops.map(({ engine }) => engine.id);
    // A fault that names none of those that were asked is each one's: nothing is tried over and over.
    for (const id of asked.includes(error.engine) ? [error.engine] : asked) this.#failed.add(id);
    // Another batch may have met the fault before and found the new way already.
    if (this.#hops !== hops) return this.#hops;
    const others = await route(hops[0]!.source, hops.at(-1)!.target, {
      localOnly: this.options.localOnly,
      engine: this.options.engine,
      except: [...this.#failed],
    });
    if (others && this.#hops === hops) this.#hops = others;
    return others && this.#hops;
  }
}
