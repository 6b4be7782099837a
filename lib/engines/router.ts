import type { Segment } from "@/lib/text/segment";
import type { Engine, EngineOptions, Translated } from "./engine";
import { router } from "./registry";
import { throughCache } from "./result-cache";
import type { Hop, ReachableTargets, RouteOptions } from "./routing";

export type { Hop, ReachableTargets, RouteOptions } from "./routing";

/**
 * The best way of at most two hops over the engines of this process, or null when there is none. Tags are exact, as in
 * {@link languages}: `pt` never leads to `pt-BR`.
 */
export function route(source: string, target: string, options?: RouteOptions): Promise<readonly Hop[] | null> {
  return router().route(source, target, options);
}

/** The engines that translate a pair by themselves, the best one first. */
export function enginesFor(source: string, target: string, options?: RouteOptions): Promise<readonly Engine[]> {
  return router().enginesFor(source, target, options);
}

/** What can be translated now, by source: the targets that it reaches, the best ones first. */
export function languages(options?: RouteOptions): Promise<readonly ReachableTargets[]> {
  return router().languages(options);
}

/**
 * Lets the engine of a hop translate (see `Engine.translate`) and notes whether it could: one that keeps failing
 * is set aside for a while. What is known from before within `cacheScope` is not translated again. Rejects with EngineError; another `route` with `except` finds the next engine.
 */
export function translateHop(
  hop: Hop,
  segments: readonly Segment[],
  options: EngineOptions,
): Promise<readonly Translated[]> {
  return throughCache(hop, segments, options, (missing) => router().translate(hop, missing, options));
}
