import {
  type EngineErrorCode,
  type EngineOption,
  type Hop,
  isEngineError,
  type TranslationOptions,
} from "@/lib/engines/engine";
import { router } from "@/lib/engines/registry";

/** Errors of an engine after which another engine may succeed. */
const ANOTHER_MAY_SERVE: ReadonlySet<EngineErrorCode> = new Set([
  "unavailable",
  "timeout",
  "overloaded",
  // The engine's model was removed after the route had been chosen.
  "unsupported",
]);

/** The engines used, joined by `+` in order of first use, and the languages on the route. */
export type RouteUsed = { readonly engine: string; readonly route: readonly string[] };

/**
 * The route of one translation, with failover. When an engine fails, the next best route without it is used for the
 * failed work and all later work. Text is never sent to engines that the options exclude.
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
   * Runs a batch on the route. Switches to another route as long as engines fail, because if the connection fails, all
   * remote services do. After two timeouts no third engine is tried. Rejects with the last error.
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
   * Translates again, by the best route without the engines of `hops`, what differs from its source. Does nothing
   * without such a route, or if it fails too. `batch` returns whether it used the new translations.
   */
  async second(hops: readonly Hop[], batch: (hops: readonly Hop[]) => Promise<boolean>): Promise<void> {
    if (this.options.engine !== undefined) return;
    const except = [...this.#failed, ...hops.map(({ engine }) => engine.id)];
    const { localOnly } = this.options;
    const others = await router().route(hops[0]!.source, hops.at(-1)!.target, { localOnly, except });
    if (!others) return;
    try {
      if (await batch(others)) this.#used.add(hops).add(others);
    } catch (error) {
      if (!isEngineError(error)) throw error;
    }
  }

  /**
   * The route used so far, or the planned one. If batches used different routes, `engine` names all engines, and
   * `route` is the longest, so that a pivot is always reported.
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
   * Options that an engine in use ignored. Formality concerns the last engine; the context, which is in the source
   * language, the first one.
   */
  ignored({ protect: _, ...options }: TranslationOptions): readonly EngineOption[] {
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
    // An error that names none of the engines in use counts against all of them, so that nothing is retried forever.
    for (const id of asked.includes(error.engine) ? [error.engine] : asked) this.#failed.add(id);
    // Another batch may have met the error before, and already switched the route.
    if (this.#hops !== hops) return this.#hops;
    const others = await router().route(hops[0]!.source, hops.at(-1)!.target, {
      localOnly: this.options.localOnly,
      engine: this.options.engine,
      except: [...this.#failed],
    });
    if (others && this.#hops === hops) this.#hops = others;
    return others && this.#hops;
  }
}
