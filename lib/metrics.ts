import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { EngineState } from "./engines/engine";
import { env } from "./env";
import { perProcess } from "./per-process";

type Metrics = {
  registry: Registry;
  requests: Histogram<"method" | "route" | "status">;
  characters: Counter<"engine">;
  queued: Gauge<"engine">;
  memory: Gauge<"engine">;
};

const metrics = perProcess("metrics", create);

function create(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: "dragoman_request_duration_seconds",
      help: "Time to answer a request of the API",
      labelNames: ["method", "route", "status"],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers: [registry],
    }),
    characters: new Counter({
      name: "dragoman_translated_characters_total",
      help: "Unicode code points translated",
      labelNames: ["engine"],
      registers: [registry],
    }),
    queued: new Gauge({
      name: "dragoman_engine_queued_segments",
      help: "Segments that wait for an engine",
      labelNames: ["engine"],
      registers: [registry],
    }),
    memory: new Gauge({
      name: "dragoman_engine_memory_bytes",
      help: "Memory of an engine's processes and threads",
      labelNames: ["engine"],
      registers: [registry],
    }),
  };
}

export type RequestMeasure = {
  method: string;
  path: string;
  status: number;
  milliseconds: number;
  characters: number;
  engine: string;
};

/** Counts one finished request; does nothing without METRICS_TOKEN, because nobody can read the metrics then. */
export function observeRequest(measure: RequestMeasure): void {
  if (!env().METRICS_TOKEN) return;
  const { requests, characters } = metrics();
  requests.observe(
    { method: measure.method, route: measure.path, status: String(measure.status) },
    measure.milliseconds / 1000,
  );
  if (measure.characters > 0 && measure.engine) characters.inc({ engine: measure.engine }, measure.characters);
}

/** All metrics in Prometheus' text format, with the current engine states. */
export async function metricsText(engines: readonly EngineState[]): Promise<{ contentType: string; text: string }> {
  const { registry, queued, memory } = metrics();
  for (const engine of engines) {
    queued.set({ engine: engine.id }, engine.queued);
    memory.set({ engine: engine.id }, engine.memoryMb * 1024 * 1024);
  }
  return { contentType: registry.contentType, text: await registry.metrics() };
}
