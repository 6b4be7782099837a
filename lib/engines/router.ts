import type { Segment } from "@/lib/text/segment";
import type { Engine, EngineOptions, Translated } from "./engine";
import { router } from "./registry";
import { throughCache } from "./result-cache";
import type { Hop, ReachableTargets, RouteOptions } from "./routing";

export type { Hop, ReachableTargets, RouteOptions } from "./routing";

/**
 * The best route of at most two hops over the engines of this process, or null. Tags are exact, as in {@link
 * languages}: `pt` never matches `pt-BR`.
 */
export function route(source: string, target: string, options?: RouteOptions): Promise<readonly Hop[] | null> {
  return router().route(source, target, options);
}

/** The engines that translate a pair directly, best first. */
export function enginesFor(source: string, target: string, options?: RouteOptions): Promise<readonly Engine[]> {
  return router().enginesFor(source, target, options);
}

/** Everything that can be translated now, by source, with its targets, best first. */
export function languages(options?: RouteOptions): Promise<readonly ReachableTargets[]> {
  return router().languages(options);
}

/**
 * Translates with the engine of a hop (see `Engine.translate`) and records the outcome: a failing engine is skipped for
 * a while. Uses cached results of `cacheScope`. Rejects with EngineError; another `route` with `except` finds the next
 * engine.
 */
export function translateHop(
  hop: Hop,
  segments: readonly Segment[],
  options: EngineOptions,
): Promise<readonly Translated[]> {
  return throughCache(hop, segments, options, (missing) => router().translate(hop, missing, options));
}
