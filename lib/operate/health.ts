import type { z } from "zod";
import { poolLoads, sql } from "@/db/client";
import { isDiskFull } from "@/db/full-disk";
import { RESTORE_DRILL, readServerSetting } from "@/db/server-settings";
import type { Snapshot } from "@/lib/base/metrics";
import { perProcess } from "@/lib/base/singleton";
import { answersOf } from "@/lib/engines/altered";
import type { EngineState } from "@/lib/engines/engine";
import { engines } from "@/lib/engines/registry";
import { documentLoad } from "@/lib/formats/sandbox/sandbox";
import type { Health, Readiness } from "@/lib/schemas/account";
import type { AdminEngineList } from "@/lib/schemas/admin";
import { queueByType, queueDepth } from "@/lib/work/jobs/queue";
import { deliveryBacklog } from "@/lib/work/webhooks/deliver";
import packageJson from "@/package.json" with { type: "json" };

/** Timeout of a health check in milliseconds. */
const PATIENCE_MS = 2_000;

const server = perProcess("draining", () => ({ isDraining: false }))();

/** Makes the readiness check report from now on that this server accepts no more work. */
export function startDraining(): void {
  server.isDraining = true;
}

function engineStates(): EngineState[] {
  return engines().map((engine) => engine.state());
}

/** The engines of this process and their states, for administrators. */
export async function engineOverview(): Promise<z.input<typeof AdminEngineList>> {
  const shown = engines().map(async (engine) => {
    const directions = await engine.directions().catch(() => []);
    const languages = new Set(directions.flatMap((direction) => [direction.source, direction.target]));
    const facts = { isLocal: engine.local, languages: languages.size, directions: directions.length };
    return { ...engine.state(), ...facts, ...answersOf(engine.id) };
  });
  return { engines: await Promise.all(shown) };
}

/** Liveness: version and engines. Waits for nothing, so it cannot hang. */
export async function alive(): Promise<z.input<typeof Health>> {
  const states = await Promise.all(
    engines().map(async (engine) => {
      const directions = await within(engine.directions(), []);
      const languages = new Set(directions.flatMap((direction) => [direction.source, direction.target]));
      return { id: engine.id, state: engine.state().state, languages: languages.size };
    }),
  );
  return { status: "ok", version: packageJson.version, engines: states };
}

/** Milliseconds for which the result is cached. The address is public: this limits its cost to one check a second. */
const READINESS_KEPT_MS = 1_000;
let latest: { readonly at: number; readonly checks: Promise<Checks> } | null = null;

/**
 * Readiness: database, at least one engine, and the queue. A full database disk is reported too, but the server stays
 * ready because reads still work. At most a second old.
 */
export async function readiness(): Promise<z.input<typeof Readiness>> {
  if (latest === null || performance.now() - latest.at > READINESS_KEPT_MS)
    latest = { at: performance.now(), checks: check() };
  const checks = await latest.checks;
  const { database, engine, queue } = checks;
  const isReady = [database, engine, queue.status].every((status) => status === "ok");
  return { status: isReady && !server.isDraining ? "ready" : "unavailable", checks };
}

type Checks = z.input<typeof Readiness>["checks"];

async function check(): Promise<Checks> {
  const [database, depth, directions, isFull] = await Promise.all([
    within(
      sql()`select 1`.then(() => true),
      false,
    ),
    within(queueDepth(), null),
    within(
      Promise.all(engines().map((engine) => engine.directions())).then((all) => all.flat().length),
      0,
    ),
    within(isDiskFull(), false),
  ]);
  return {
    database: database ? "ok" : "unavailable",
    disk: isFull ? "full" : "ok",
    engine: directions > 0 ? "ok" : "unavailable",
    queue: { status: depth ? "ok" : "unavailable", queued: depth?.queued ?? 0, running: depth?.running ?? 0 },
  };
}

/** The result of a promise, or the fallback if it fails or takes too long. */
async function within<T>(work: Promise<T>, fallback: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback), PATIENCE_MS);
  });
  return Promise.race([work.catch(() => fallback), late]).finally(() => clearTimeout(timer));
}

/** The state of this process and of the shared queues, for the metrics. Waits at most two seconds for the database. */
export async function takeSnapshot(): Promise<Snapshot> {
  const asking = Promise.all([queueByType(), deliveryBacklog(), readServerSetting(RESTORE_DRILL)]).then(
    ([jobs, deliveries, drill]) => ({ jobs, deliveries, drilledAt: Date.parse(Object(drill).at) / 1_000 || 0 }),
  );
  const queues = await within(asking, null);
  return { engines: engineStates(), documents: documentLoad(), pools: poolLoads(), queues };
}
