import { and, eq, inArray, sql as raw } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import { keepMeasured } from "@/lib/engines/admin/engine-quality";
import { SERVICES_CHANNEL } from "@/lib/engines/admin/follow-services";
import { projectPairs } from "@/lib/engines/admin/project-pairs";
import { engines, router } from "@/lib/engines/registry";
import { defineJob } from "@/lib/work/jobs/define-job";
import { LONG_COST } from "@/lib/work/jobs/fairness";
import { jobType } from "@/lib/work/jobs/job-type";
import { sendJob } from "@/lib/work/jobs/queue";
import { measure, pairsOf } from "./measure";
import { keepRows } from "./result";
import { OWN_SET, readTestSet } from "./test-set";

/** Engines whose estimated qualities were measured on FLORES. */
const OWN_ENGINES: ReadonlySet<string> = new Set(["apertium", "bergamot"]);

const QUALITY_JOB = jobType("measure_quality", z.object({ engine: z.string() }), LONG_COST);

/** Measures an engine and the engines of this machine in a background job. Throws 404 for an unknown engine. */
export async function startMeasuring(accountId: string, engine: string): Promise<void> {
  if (!engines().some(({ id }) => id === engine)) throw notFound("engine");
  if (!(await measuredNow()).includes(engine))
    await db().transaction((tx) => sendJob(tx, { accountId, type: QUALITY_JOB, payload: { engine } }));
}

/** The engines being measured now. */
export async function measuredNow(): Promise<string[]> {
  const rows = await db()
    .select({ payload: jobs.payload })
    .from(jobs)
    .where(and(eq(jobs.type, QUALITY_JOB.name), inArray(jobs.state, ["queued", "running"])));
  return rows.map(({ payload }) => String(payload.engine));
}

/**
 * Measures an engine and those of this machine with all sentences of our own set, for pairs with English and the
 * account's projects. Routes are then chosen by the measured scores.
 */
export const qualityJob = defineJob(QUALITY_JOB, {
  run: async ({ accountId, payload: { engine: id } }, { signal, progress }) => {
    const chosen = engines().find((engine) => engine.id === id);
    if (!chosen) return async () => {};
    const set = await readTestSet(OWN_SET);
    const [directions, wanted] = await Promise.all([chosen.directions(), projectPairs(accountId)]);
    const pairs = pairsOf(set).filter(
      ({ source, target }) =>
        ([source, target].includes("en") || wanted.some((pair) => pair.source === source && pair.target === target)) &&
        directions.some((direction) => direction.source === source && direction.target === target),
    );
    const all = engines().filter((engine) => engine === chosen || OWN_ENGINES.has(engine.id));
    const present = await Promise.all(all.map((engine) => engine.directions()));
    const ready = all.filter((_, i) => present[i]!.length > 0);
    let done = 0;
    const note = () => {
      signal.throwIfAborted();
      void progress(++done, ready.length * pairs.length).catch(() => {});
    };
    const rows = await measure(router(), ready, set, { row: note, fault: note }, pairs);
    await keepRows(set.name, rows);
    const reached = rows.filter(({ engine, route }) => engine === id && route.length === 2 && !OWN_ENGINES.has(id));
    if (reached.length > 0) await keepMeasured(id, reached, "all");
    return async (tx) => {
      await tx.execute(raw`select pg_notify(${SERVICES_CHANNEL}, '')`);
    };
  },
});
