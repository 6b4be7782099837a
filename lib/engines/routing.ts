import { observeEngine } from "@/lib/base/metrics";
import { inSpan } from "@/lib/base/tracing/tracing";
import { equalsWithImpliedRegion } from "@/lib/text/languages";
import type { Segment } from "@/lib/text/segment";
import type { QualityOrigin } from "@/lib/vocabulary/engines";
import { CircuitBreaker } from "./circuit-breaker";
import { type Direction, type Engine, type EngineOptions, type Hop, isEngineError, type Translated } from "./engine";
import { throughCache } from "./result-cache";

/** A source language with its possible targets, best first. */
export type ReachableTargets = {
  readonly code: string;
  readonly targets: readonly string[];
  /** Expected quality (chrF, 0–100) and engines of each target, in the order of `targets`. */
  readonly routes: readonly RankedRoute[];
};

export type RouteOptions = {
  /** Id of the only engine to use. */
  readonly engine?: string | undefined;
  /** Only use engines of this machine. */
  readonly localOnly?: boolean;
  /** Ids of engines that have just failed. */
  readonly except?: readonly string[];
};

/** A route between two languages. `score` is its rank minus the penalty for two hops; routes are compared by score. */
export type RankedRoute = { readonly hops: readonly Hop[]; readonly rank: number; readonly score: number };

/** Qualities (chrF) that replace the engines' own estimates, by `engine source target`. */
export type EngineQualities = ReadonlyMap<string, { readonly quality: number; readonly origin: QualityOrigin }>;

/**
 * chrF by which two hops must be better than a direct route: errors add up, and scores of different languages are
 * hardly comparable.
 */
export const HOP_PENALTY = 10;
/** Minimum chrF of two hops; below it the result is hardly readable, and the route is not offered. */
const WORST_TWO_HOPS = 38.5;
/** Milliseconds for which the engines' directions are cached. */
const DIRECTIONS_TTL_MS = 1_000;

type RankedHop = Hop & { readonly rank: number };
/** Hops from a language: by target, and those usable as the first of two, in the order in which they are tried. */
type OutgoingHops = { readonly to: ReadonlyMap<string, readonly RankedHop[]>; readonly firsts: readonly RankedHop[] };
type HopTable = ReadonlyMap<string, OutgoingHops>;

/** Chooses one engine or two for a pair of languages. Tags must match exactly: see `matchLanguage` in lib/text. */
export class Router {
  readonly #breakers = new Map<string, CircuitBreaker>();
  #known: readonly (readonly Direction[])[] = [];
  #hopsFrom: HopTable = new Map();
  /** Results of {@link languages} by options, valid until the directions change. */
  readonly #reaches = new Map<string, readonly ReachableTargets[]>();
  /** Results of {@link route}, valid until the directions change. */
  readonly #routes = new Map<string, RankedRoute>();
  #checkAfter = 0;

  constructor(
    private readonly engines: readonly Engine[],
    private readonly now: () => number = Date.now,
    private readonly qualities: EngineQualities = new Map(),
  ) {}

  /**
   * The best route with at most two hops, or null. A pivot is always a plain language, never a variant. A failing
   * engine is used only if no other supports the pair.
   */
  async route(source: string, target: string, options: RouteOptions = {}): Promise<readonly Hop[] | null> {
    await this.#refresh();
    const best = this.#best(source, target, options);
    const isHealthy = (leg: Hop): boolean => !this.#breaker(leg).isOpen;
    if (!best || best.hops.every(isHealthy)) return best?.hops ?? null;
    const healthy = bestRoute(this.#hopsFrom, source, target, (leg) => isAllowed(leg, options) && isHealthy(leg));
    return (healthy ?? best).hops;
  }

  /** Makes the next call read the engines' directions again. */
  refresh(): void {
    this.#checkAfter = 0;
    for (const engine of this.engines) engine.refresh?.();
  }

  /** The engines that can translate a pair on their own, best first. */
  async enginesFor(source: string, target: string, options: RouteOptions = {}): Promise<readonly Engine[]> {
    return (await this.routesFor(source, target, options)).map(({ hops }) => hops[0]!.engine);
  }

  /** The best route of each engine on its own, best first. */
  async routesFor(source: string, target: string, options: RouteOptions = {}): Promise<readonly RankedRoute[]> {
    await this.#refresh();
    const routes = this.engines.flatMap(
      (engine) =>
        bestRoute(this.#hopsFrom, source, target, (leg) => leg.engine === engine && isAllowed(leg, options)) ?? [],
    );
    return routes.sort((a, b) => b.score - a.score);
  }

  /** Every source that can be translated now, with its targets, best first. */
  async languages(options: RouteOptions = {}): Promise<readonly ReachableTargets[]> {
    await this.#refresh();
    const key = JSON.stringify(options);
    const cached = this.#reaches.get(key);
    if (cached) return cached;
    const reaches: ReachableTargets[] = [];
    const all = new Set([...this.#hopsFrom.values()].flatMap(({ to }) => [...to.keys()]));
    const isUsable = (leg: RankedHop): boolean => isAllowed(leg, options);
    for (const code of [...this.#hopsFrom.keys()].sort()) {
      const ways = [...all].flatMap((target) => {
        const way = bestRoute(this.#hopsFrom, code, target, isUsable);
        return way ? [[target, way] as const] : [];
      });
      ways.sort(([, a], [, b]) => b.rank - a.rank);
      if (ways.length === 0) continue;
      reaches.push({ code, targets: ways.map(([target]) => target), routes: ways.map(([, way]) => way) });
    }
    this.#reaches.set(key, reaches);
    return reaches;
  }

  /**
   * Translates with the engine of a hop (see `Engine.translate`) and records the outcome, so that a failing engine is
   * skipped for some time. Uses cached results of `cacheScope`. Rejects with EngineError; `route` with `except` then
   * finds the next engine.
   */
  async translate(hop: Hop, segments: readonly Segment[], options: EngineOptions): Promise<readonly Translated[]> {
    await hop.engine.refuseLoop?.(segments, hop);
    return throughCache(hop, segments, options, (missing) => this.#ask(hop, missing, options));
  }

  async #ask(hop: Hop, segments: readonly Segment[], options: EngineOptions): Promise<readonly Translated[]> {
    const breaker = this.#breaker(hop);
    breaker.asked();
    const from = performance.now();
    const observe = (outcome: string) => observeEngine(hop.engine.id, outcome, performance.now() - from);
    const span = {
      kind: "client",
      attributes: {
        "dragoman.engine": hop.engine.id,
        "dragoman.source": hop.source,
        "dragoman.target": hop.target,
        "dragoman.segments": segments.length,
      },
    } as const;
    try {
      const translated = await inSpan(`engine ${hop.engine.id}`, span, () =>
        hop.engine.translate(segments, hop, options),
      );
      breaker.succeeded();
      observe("ok");
      return translated;
    } catch (error) {
      observe(isEngineError(error) ? error.code : "fault");
      if (isEngineError(error) && (error.code === "unavailable" || error.code === "timeout")) breaker.failed();
      else if (isEngineError(error) && error.code === "aborted") breaker.dropped();
      throw error;
    }
  }

  /** The best route if every engine works. */
  #best(source: string, target: string, options: RouteOptions): RankedRoute | undefined {
    const key = `${source} ${target} ${JSON.stringify(options)}`;
    const known = this.#routes.get(key);
    if (known) return known;
    const best = bestRoute(this.#hopsFrom, source, target, (leg) => isAllowed(leg, options));
    if (best) this.#routes.set(key, best);
    return best;
  }

  /** A remote engine fails for all directions, a local one for a single direction. */
  #breaker({ engine, source, target }: Hop): CircuitBreaker {
    const key = engine.local ? `${engine.id} ${source} ${target}` : engine.id;
    const breaker = this.#breakers.get(key) ?? new CircuitBreaker(this.now);
    this.#breakers.set(key, breaker);
    return breaker;
  }

  async #refresh(): Promise<void> {
    if (this.now() < this.#checkAfter) return;
    const known = await Promise.all(this.engines.map((engine) => engine.directions()));
    this.#checkAfter = this.now() + DIRECTIONS_TTL_MS;
    if (known.every((directions, index) => directions === this.#known[index])) return;
    this.#known = known;
    this.#reaches.clear();
    this.#routes.clear();
    const legs = this.engines.flatMap((engine, index) =>
      (known[index] ?? []).map(({ source, target, rank }): RankedHop => {
        const stored = this.qualities.get(`${engine.id} ${source} ${target}`);
        return { engine, source, target, rank: stored?.quality ?? rank };
      }),
    );
    this.#hopsFrom = new Map(
      [...groupBy(legs, ({ source }) => source)].map(([source, from]) => [source, outgoingHops(from)]),
    );
  }
}

/** Sorts hops with measured two-hop routes first, then by rank, so that {@link bestRoute} can stop early. */
function outgoingHops(legs: readonly RankedHop[]): OutgoingHops {
  const isMeasured = (leg: RankedHop): number => (leg.engine.routeRank ? 1 : 0);
  return {
    to: groupBy(legs, ({ target }) => target),
    firsts: legs
      .filter(({ target }) => !target.includes("-"))
      .sort((a, b) => isMeasured(b) - isMeasured(a) || b.rank - a.rank),
  };
}

/** The best route of at most two usable hops. A pivot is always a plain language. */
function bestRoute(
  legs: HopTable,
  source: string,
  target: string,
  isUsable: (leg: RankedHop) => boolean,
): RankedRoute | undefined {
  if (source === target) return undefined;
  let best: RankedRoute | undefined;
  const from = legs.get(source);
  for (const leg of from?.to.get(target) ?? []) {
    if ((best && leg.rank <= best.score) || !isUsable(leg)) continue;
    best = { hops: [leg], rank: leg.rank, score: leg.rank };
  }
  // Translating into another language and back would degrade the text only to change its tag.
  const isRoundTrip = equalsWithImpliedRegion(source, target);
  for (const first of isRoundTrip ? [] : (from?.firsts ?? [])) {
    // Unless measured, two hops are no better than the first hop alone. Services translate between all their languages,
    // so without this check every request would try every pivot.
    if (best && !first.engine.routeRank && first.rank - HOP_PENALTY <= best.score) break;
    if (!isUsable(first)) continue;
    for (const second of legs.get(first.target)?.to.get(target) ?? []) {
      if (!isUsable(second)) continue;
      const rank = rankOfTwo(first, second);
      const score = rank - HOP_PENALTY;
      if (rank >= WORST_TWO_HOPS && (!best || score > best.score)) best = { hops: [first, second], rank, score };
    }
  }
  return best;
}

function groupBy(legs: readonly RankedHop[], keyOf: (leg: RankedHop) => string): Map<string, RankedHop[]> {
  const groups = new Map<string, RankedHop[]>();
  for (const leg of legs) {
    const group = groups.get(keyOf(leg));
    if (group) group.push(leg);
    else groups.set(keyOf(leg), [leg]);
  }
  return groups;
}

function isAllowed({ engine }: Hop, { engine: only, localOnly, except }: RouteOptions): boolean {
  return (only === undefined || engine.id === only) && (!localOnly || engine.local) && !except?.includes(engine.id);
}

function rankOfTwo(first: RankedHop, second: RankedHop): number {
  const measured =
    first.engine === second.engine ? first.engine.routeRank?.(first.source, first.target, second.target) : undefined;
  return measured ?? Math.min(first.rank, second.rank);
}
