import { setTimeout } from "node:timers/promises";
import { AppError, invalidRequest } from "@/lib/base/errors";
import { rankOf } from "@/lib/engines/bergamot/ranks";
import type { Hop } from "@/lib/engines/engine";
import type { Fetching } from "@/lib/engines/models/fetcher";
import { modelFetcher } from "@/lib/engines/models/installation";
import { modelsFor } from "@/lib/engines/models/known-pairs";
import { router } from "@/lib/engines/registry";
import { HOP_PENALTY } from "@/lib/engines/routing";
import { countDemand, expectedQuality, findHops, noRoute, noRouteDetected, type RoutingScope } from "./languages";
import * as warn from "./warnings";

/** Minimum chrF gain over the current engines for which a model is downloaded. */
const WORTH_FETCHING = 5;
/** Milliseconds between checks for a model, and seconds of the retry hint. */
const LOOK_MS = 250;
const RETRY_SECONDS = 5;
/** Maximum milliseconds until the engines notice an installed model. */
const NOTICED_MS = 8_000;

/** The account on whose behalf models are downloaded, and how long the caller waits for them. */
export type ModelRequest = RoutingScope & { readonly accountId: string; readonly waitSeconds?: number | undefined };

/**
 * The hops of an unsupported pair once its models are installed. Throws 503 as {@link awaitModels}, and 400 that
 * explains why there are none.
 */
export async function requireHops(
  { source, target, isDetected }: { readonly source: string; readonly target: string; readonly isDetected: boolean },
  asking: ModelRequest,
  signal?: AbortSignal,
): Promise<readonly Hop[]> {
  const hops = await awaitModels(source, target, asking, signal);
  if (hops) return hops;
  countDemand(source, target);
  throw invalidRequest([await (isDetected ? noRouteDetected : noRoute)(source, target, asking)]);
}

/**
 * The hops of an unsupported pair once the models that are being downloaded for it are installed; null if none are.
 * Throws 503 `model_installing` if they are not installed within the time that the caller waits, and 503
 * `model_unavailable` as {@link refuseUnavailable}.
 */
export async function awaitModels(
  source: string,
  target: string,
  asking: ModelRequest,
  signal?: AbortSignal,
): Promise<readonly Hop[] | null> {
  if (asking.engine !== undefined && asking.engine !== "bergamot") return null;
  const models = modelsFor(source, target);
  if (!models) return null;
  const until = performance.now() + (asking.waitSeconds ?? 0) * 1_000;
  for (let noticed = Number.POSITIVE_INFINITY; ; ) {
    const coming = modelFetcher().want(asking.accountId, models, { unserved: true });
    if (!coming) return refuseUnavailable(source, target, asking.accountId);
    if (coming.length === 0) router().refresh();
    const hops = await findHops(source, target, asking);
    if (hops) return hops;
    if (coming.length === 0) noticed = Math.min(noticed, performance.now() + NOTICED_MS);
    if (performance.now() > noticed) return null;
    if (performance.now() >= until || signal?.aborted) throw installing(coming, source, target);
    await setTimeout(Math.min(LOOK_MS, Math.max(until - performance.now(), 1)));
  }
}

/**
 * Throws 503 `model_unavailable` if the models of a pair could not be downloaded or their server is unreachable,
 * `overloaded` if the account has requested too many new ones, and `model_installing` if others have requested them.
 */
export function refuseUnavailable(source: string, target: string, accountId?: string): null {
  const models = modelsFor(source, target) ?? [];
  const fault = modelFetcher().unavailable(models, accountId);
  const coming = fault ? null : modelFetcher().coming(models);
  if (coming) throw installing(coming, source, target);
  if (!fault) return null;
  if (fault.reason === "limit")
    throw new AppError(
      "overloaded",
      "This workspace has requested many new language models within an hour. Try again later.",
      { reason: "model_limit", retryAfterSeconds: fault.retryAfterSeconds },
      { "Retry-After": String(fault.retryAfterSeconds) },
    );
  const message = `The language model for this pair cannot be installed now: ${REASONS[fault.reason]} Try again later.`;
  throw new AppError("model_unavailable", message, fault, { "Retry-After": String(fault.retryAfterSeconds) });
}

const REASONS = {
  damaged: "its files were damaged.",
  unreachable: "the download server cannot be reached.",
  disk: "the server's disk has no space for it.",
  incompatible: "it does not work with this version.",
} as const;

/** Whether requests for an unsupported pair download models for it. */
export function mayFetchModels(source: string, target: string): boolean {
  const { onDemand, reachable, checkedAt } = modelFetcher().source;
  return onDemand && (reachable || checkedAt === null) && modelsFor(source, target) !== null;
}

/**
 * Downloads a much better model if that is allowed, and returns the warning that it is being installed. Models that
 * only an operator may install are listed by `GET /admin/models/offers`.
 */
export async function betterModel(hops: readonly Hop[], asking: ModelRequest): Promise<warn.Warning[]> {
  if (asking.engine !== undefined) return [];
  const [source, target] = [hops[0]!.source, hops.at(-1)!.target];
  for (const { engine, ...hop } of hops)
    if (engine.id === "bergamot") modelFetcher().used(`${hop.source}-${hop.target}`);
  const models = modelsFor(source, target);
  if (!models) return [];
  const present = await expectedQuality(source, target, asking);
  const ranks = models.map((model) => rankOf(model.source, model.target, model.architecture));
  const score = Math.min(...ranks) - (models.length > 1 ? HOP_PENALTY : 0);
  if (score <= present + WORTH_FETCHING) return [];
  const coming = modelFetcher().want(asking.accountId, models);
  return coming?.length ? [warn.betterModelInstalling(`${source}-${target}`, sizeOf(coming))] : [];
}

function installing(coming: readonly Fetching[], source: string, target: string): AppError {
  const downloadBytes = sizeOf(coming);
  const done = coming.reduce((sum, one) => sum + one.progress * one.downloadBytes, 0);
  const details = {
    pair: `${source}-${target}`,
    phase: coming.find(({ phase }) => phase !== "queued")?.phase ?? (coming.length > 0 ? "queued" : "checking"),
    progress: downloadBytes > 0 ? Math.round((done / downloadBytes) * 100) / 100 : 1,
    downloadBytes,
    retryAfterSeconds: RETRY_SECONDS,
  };
  const message = "The language model for this pair is being installed. Try again in a moment.";
  return new AppError("model_installing", message, details, { "Retry-After": String(RETRY_SECONDS) });
}

function sizeOf(models: readonly { readonly downloadBytes: number }[]): number {
  return models.reduce((sum, { downloadBytes }) => sum + downloadBytes, 0);
}
