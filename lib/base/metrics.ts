import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import packageJson from "@/package.json" with { type: "json" };
import { env } from "./env";
import { perProcess } from "./singleton";

const metrics = perProcess("metrics", create);
type Metrics = ReturnType<typeof create>;

/** Creates all metrics, with Prometheus' names and units. docs/operations.md explains which to watch. */
function create() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]) =>
    new Histogram({ name, help, buckets, labelNames, registers });
  gauge("dragoman_build_info", "Version of this process; always 1", "version", "node").set(
    { version: packageJson.version, node: process.version },
    1,
  );
  return {
    registry,
    requests: histogram(
      "dragoman_request_duration_seconds",
      "Time to answer a request of the API",
      [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      "method",
      "route",
      "status",
    ),
    characters: counter("dragoman_translated_characters_total", "Unicode code points translated", "engine"),
    limiter: counter(
      "dragoman_limiter_decisions_total",
      "Decisions of the hourly limit: admitted, free, or refused by the limit of the account or the key",
      "tier",
      "outcome",
    ),
    jobEnds: counter(
      "dragoman_job_attempts_total",
      "Attempts of jobs: succeeded, partially_failed, failed, cancelled, retried (after a fault) or requeued (without one)",
      "type",
      "outcome",
    ),
    engine: histogram(
      "dragoman_engine_duration_seconds",
      "Time of an engine for a list of segments, without those known from earlier",
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
      "engine",
      "outcome",
    ),
    restarts: counter(
      "dragoman_engine_losses_total",
      "Processes and threads of engines that ended by themselves",
      "engine",
    ),
    cache: counter("dragoman_result_cache_segments_total", "Segments looked up among recent results", "outcome"),
    models: counter("dragoman_model_installs_total", "Installations of language models", "outcome"),
    cpu: counter(
      "dragoman_account_cpu_seconds_total",
      "Processor time of documents and engines, by account",
      "account",
    ),
    queued: gauge("dragoman_engine_queued_segments", "Segments that wait for an engine", "engine"),
    memory: gauge("dragoman_engine_memory_bytes", "Memory of an engine's processes and threads", "engine"),
    jobs: gauge("dragoman_jobs", "Jobs of all servers, by type and state", "type", "state"),
    oldestJob: gauge("dragoman_job_wait_seconds", "Age of the oldest due job that waits", "type"),
    deliveries: gauge("dragoman_webhook_deliveries_pending", "Webhook deliveries that wait, of all servers"),
    oldestDelivery: gauge("dragoman_webhook_delivery_wait_seconds", "Age of the oldest due webhook delivery"),
    documents: gauge("dragoman_document_threads", "Threads that read and write documents", "state"),
    waitingDocuments: gauge("dragoman_documents_queued", "Documents that wait for a thread"),
    pool: gauge("dragoman_database_connections", "Connections that the pool may open", "pool"),
    inUse: gauge("dragoman_database_statements", "Statements and transactions under way", "pool"),
    waiting: gauge("dragoman_database_waiting", "Statements and transactions that wait for a connection", "pool"),
    drilledAt: gauge("dragoman_restore_drill_timestamp_seconds", "Last backup that a drill restored; 0: none"),
    databaseUp: gauge("dragoman_database_up", "Whether the database answered this scrape"),
  };
}

/** Null without METRICS_TOKEN: no one could read the metrics, so none are measured. */
function measured(): Metrics | null {
  return env().METRICS_TOKEN ? metrics() : null;
}

export type RequestMeasure = {
  method: string;
  path: string;
  status: number;
  milliseconds: number;
  characters: number;
  engine: string;
};

/** Counts one finished request. */
export function observeRequest({ method, path, status, milliseconds, characters, engine }: RequestMeasure): void {
  const on = measured();
  on?.requests.observe({ method, route: path, status: String(status) }, milliseconds / 1000);
  if (characters > 0 && engine) on?.characters.inc({ engine }, characters);
}

/** Counts a decision of the hourly rate limit. */
export function countDecision(tier: string, outcome: "admitted" | "free" | "account" | "key"): void {
  measured()?.limiter.inc({
    tier,
    outcome: outcome === "account" || outcome === "key" ? `refused_${outcome}` : outcome,
  });
}

/** Adds processor time of an account, by the account's id. */
export function countCpu(account: string, seconds: number): void {
  measured()?.cpu.inc({ account }, seconds);
}

/** Counts the end of an attempt of a job. */
export function countJobAttempt(type: string, outcome: string): void {
  measured()?.jobEnds.inc({ type: plainType(type), outcome });
}

/** Counts the installation of a language model; `outcome` is `installed` or the code of its error. */
export function countModelInstall(outcome: string): void {
  measured()?.models.inc({ outcome });
}

/** Counts one call of an engine; `outcome` is `ok` or the code of its error. */
export function observeEngine(engine: string, outcome: string, milliseconds: number): void {
  measured()?.engine.observe({ engine, outcome }, milliseconds / 1000);
}

/** Counts a process or thread of an engine that ended unexpectedly. */
export function countEngineLoss(engine: string): void {
  measured()?.restarts.inc({ engine });
}

/** Counts segments that were found in the result cache, and those that were not. */
export function countCache(hits: number, misses: number): void {
  const on = measured();
  if (hits > 0) on?.cache.inc({ outcome: "hit" }, hits);
  if (misses > 0) on?.cache.inc({ outcome: "miss" }, misses);
}

export type PoolState = { readonly name: string; readonly size: number; readonly underWay: number };

/** Values that are read when the metrics are scraped. */
export type Snapshot = {
  readonly engines: readonly { readonly id: string; readonly queued: number; readonly memoryMb: number }[];
  readonly documents: { readonly busy: number; readonly threads: number; readonly queued: number };
  readonly pools: readonly PoolState[];
  /** Null if the database did not answer. Ages in seconds. */
  readonly queues: {
    readonly jobs: readonly { type: string; queued: number; running: number; oldest: number }[];
    readonly deliveries: { pending: number; oldest: number };
    /** Unix time of the last successful restore drill; 0 if there was none. */
    readonly drilledAt: number;
  } | null;
};

/** All metrics in Prometheus' text format, with the current state. */
export async function metricsText(now: Snapshot): Promise<{ contentType: string; text: string }> {
  const all = metrics();
  for (const engine of now.engines) {
    all.queued.set({ engine: engine.id }, engine.queued);
    all.memory.set({ engine: engine.id }, engine.memoryMb * 1024 * 1024);
  }
  all.documents.set({ state: "busy" }, now.documents.busy);
  all.documents.set({ state: "allowed" }, now.documents.threads);
  all.waitingDocuments.set(now.documents.queued);
  for (const { name, size, underWay } of now.pools) {
    all.pool.set({ pool: name }, size);
    all.inUse.set({ pool: name }, underWay);
    all.waiting.set({ pool: name }, Math.max(underWay - size, 0));
  }
  all.databaseUp.set(now.queues ? 1 : 0);
  if (now.queues) all.drilledAt.set(now.queues.drilledAt);
  // Resets all values, so that a type without jobs does not keep its last value.
  for (const one of [all.jobs, all.oldestJob, all.deliveries, all.oldestDelivery]) one.reset();
  for (const { type, queued, running, oldest } of now.queues?.jobs ?? []) {
    all.jobs.set({ type: plainType(type), state: "queued" }, queued);
    all.jobs.set({ type: plainType(type), state: "running" }, running);
    all.oldestJob.set({ type: plainType(type) }, oldest);
  }
  if (now.queues) {
    all.deliveries.set(now.queues.deliveries.pending);
    all.oldestDelivery.set(now.queues.deliveries.oldest);
  }
  return { contentType: all.registry.contentType, text: await all.registry.metrics() };
}

/** Types of model jobs contain a folder's id after a colon. Metrics omit it, because there may be many folders. */
const plainType = (type: string): string => type.split(":", 1)[0] ?? type;
