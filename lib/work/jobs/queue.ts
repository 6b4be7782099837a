import { and, eq, sql as raw } from "drizzle-orm";
import { db, sql, type Transaction } from "@/db/client";
import { jobs } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import { countJobAttempt } from "@/lib/base/metrics";
import { activeTraceparent } from "@/lib/base/tracing/tracing";
import { TIERS } from "@/lib/vocabulary/accounts";
import { announceJob, LIVE_CHANNEL } from "@/lib/work/live-notices";
import { EndNotices } from "./end-notices";
import {
  ALONE_AFTER_INTERRUPTIONS,
  ALONE_PAUSE_SECONDS,
  BACK_AFTER_INTERRUPTIONS,
  MAX_ALONE_PAUSE_SECONDS,
  SHORT_COST,
  TIER_SHARES,
} from "./fairness";
import type { JobType } from "./job-type";

/** Channel that wakes the runners when a commit queued jobs. */
export const WAKE_CHANNEL = "dragoman_jobs";
/** Channel that cancels running jobs; the payload is the job's id. */
export const CANCEL_CHANNEL = "dragoman_job_cancel";

/** Notifications that a job has ended, whatever its final state. */
export const JOB_ENDS = new EndNotices("dragoman_job_ends");

/** Seconds without a heartbeat after which another runner may take a job. */
export const LEASE_SECONDS = 20;

export type Job<Payload = Readonly<Record<string, unknown>>> = {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly payload: Payload;
  /** Age of the job in seconds when it was claimed. */
  readonly ageSeconds?: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Approximate amount of work, see ./fairness.ts. */
  readonly cost: number;
  /** How often a runner of this job has died since the job's last progress. */
  readonly interruptions: number;
  /** Where earlier attempts ended, for jobs that run in steps. */
  readonly checkpoint: string | null;
  /** W3C `traceparent` of the request that queued the job; null without tracing. */
  readonly traceparent?: string | null;
};

export type NewJob<P extends Readonly<Record<string, unknown>>> = {
  /** Generated if omitted. */
  readonly id?: string;
  readonly accountId: string;
  readonly type: JobType<P> | string;
  readonly payload: P;
  /** Jobs with higher priority run first; 0 by default. */
  readonly priority?: number;
  readonly maxAttempts?: number;
  /** Approximate amount of work, see ./fairness.ts; by default that of its type. */
  readonly cost?: number;
  /** The project that the job works for, and who requested it. */
  readonly projectId?: string;
  readonly createdBy?: string | null;
  /** Seconds before it may start; 0 by default. */
  readonly delaySeconds?: number;
};

/** Queues a job in the transaction that requires it. On commit the job exists and wakes runners. */
export async function sendJob<P extends Readonly<Record<string, unknown>>>(
  tx: Transaction,
  { delaySeconds, type, ...job }: NewJob<P>,
): Promise<string> {
  const id = job.id ?? newId("job");
  const later = delaySeconds ? { runAt: raw`now() + make_interval(secs => ${delaySeconds})` } : {};
  const declared = typeof type === "string" ? { type } : { type: type.name, cost: type.cost };
  await tx.insert(jobs).values({ ...declared, ...job, id, traceparent: activeTraceparent(), ...later });
  await tx.execute(raw`select pg_notify(${WAKE_CHANNEL}, '')`);
  if (job.projectId) await announceJob(tx, id);
  return id;
}

/**
 * Requests cancellation. True for a queued job, which ends at once and needs no cleanup. A running job ends when its
 * runner notices.
 */
export async function cancelJob(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  const mine = and(eq(jobs.id, id), eq(jobs.accountId, accountId));
  const ended = await tx
    .update(jobs)
    .set({ state: "cancelled", finishedAt: raw`now()` })
    .where(and(mine, eq(jobs.state, "queued")))
    .returning({ id: jobs.id });
  await tx
    .update(jobs)
    .set({ cancelRequested: true })
    .where(and(mine, eq(jobs.state, "running")));
  await tx.execute(raw`select pg_notify(${CANCEL_CHANNEL}, ${id})`);
  if (ended.length > 0) await JOB_ENDS.announce(tx, id);
  await announceJob(tx, id);
  return ended.length > 0;
}

/** A claimed job. Its cancellation may have been requested while it waited for a retry. */
export type ClaimedJob = Job & { readonly cancelRequested: boolean };

type ClaimedRow = {
  id: string;
  account_id: string;
  type: string;
  payload: Record<string, unknown>;
  attempts: number;
  max_attempts: number;
  cost: number;
  interruptions: number;
  checkpoint: string | null;
  traceparent: string | null;
  age: number;
  cancel_requested: boolean;
};

export type ClaimOptions = {
  /** Claims only jobs that take about a second. */
  readonly shortOnly?: boolean;
  /** Whether the process currently runs no other job. */
  readonly isIdle?: boolean;
};

/**
 * Claims the next due job: by priority, then from the account with the fewest running jobs relative to its tier's
 * weight, then short jobs before long ones, then by age. Respects the tier's limit of running long jobs. A long job
 * that has waited a minute counts as short, so that a stream of small files does not starve it.
 */
export async function claimJob(
  worker: string,
  types: readonly string[],
  { shortOnly = false, isIdle = true }: ClaimOptions = {},
): Promise<ClaimedJob | null> {
  await requeueLost(types);
  const [row] = await sql()<ClaimedRow[]>`
    with shares as (
      select * from jsonb_to_recordset(${SHARES}::text::jsonb) as t(tier text, weight int, "maxLongJobs" int)
    ), running as (
      select account_id, count(*) as n, count(*) filter (where cost > ${SHORT_COST}) as long
        from jobs where state = 'running' and lease_until > now() group by account_id
    ), next as (
      select j.id from jobs j join accounts a on a.id = j.account_id join shares s using (tier)
        left join running r on r.account_id = j.account_id
       where j.type in ${sql()(types)} and j.state = 'queued' and j.run_at <= now()
         and (j.cost <= ${SHORT_COST} or (${!shortOnly} and coalesce(r.long, 0) < s."maxLongJobs"))
         and case when ${isIdle} then true
             else j.interruptions < ${ALONE_AFTER_INTERRUPTIONS}
              and not exists (select from jobs l where l.state = 'queued' and l.interruptions >= 3 and l.type in ${sql()(types)}
                                 and l.run_at < now() - make_interval(secs => ${ALONE_PATIENCE_SECONDS})) end
       order by j.priority desc, coalesce(r.n, 0)::float / s.weight,
                j.cost > ${SHORT_COST} and j.run_at > now() - interval '1 minute', j.run_at, j.id
       limit 1 for update of j skip locked
    ), claimed as (
      update jobs set state = 'running', worker = ${worker}, attempts = attempts + 1,
             lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), started_at = coalesce(started_at, now())
        from next where jobs.id = next.id
      returning jobs.id, account_id, type, payload, attempts, max_attempts, cost, interruptions, place as checkpoint,
                traceparent, cancel_requested, project_id, extract(epoch from now() - created_at)::float as age
    )
    -- In the same statement: if only the notification failed, the claimed job would wait until its lease ends.
    select *, case when project_id is not null then pg_notify(${LIVE_CHANNEL},
              json_build_object('kind', 'job', 'projectId', project_id, 'jobId', id)::text) end
      from claimed`;
  return row
    ? {
        id: row.id,
        accountId: row.account_id,
        type: row.type,
        payload: row.payload,
        ageSeconds: row.age,
        attempt: row.attempts,
        maxAttempts: row.max_attempts,
        cost: row.cost,
        interruptions: row.interruptions,
        checkpoint: row.checkpoint,
        traceparent: row.traceparent,
        cancelRequested: row.cancel_requested,
      }
    : null;
}

const SHARES = JSON.stringify(TIERS.map((tier) => ({ tier, ...TIER_SHARES[tier] })));
/** Seconds that a job which must run alone waits for an idle process; after that, busy processes stop claiming. */
const ALONE_PATIENCE_SECONDS = 30;

/**
 * Requeues jobs without a heartbeat for the lease. An interruption is no failed attempt: the runner may have been
 * killed for other reasons. From the second one on the job goes to the queue's end, from the third one on it pauses.
 */
async function requeueLost(types: readonly string[]): Promise<void> {
  await sql()`
    update jobs set state = 'queued', worker = null, lease_until = null, interruptions = interruptions + 1,
           max_attempts = max_attempts + 1,
           run_at = case when interruptions + 1 >= ${ALONE_AFTER_INTERRUPTIONS}
                         then now() + make_interval(secs => least(${MAX_ALONE_PAUSE_SECONDS}, ${ALONE_PAUSE_SECONDS} * 2 ^ (interruptions + 1 - ${ALONE_AFTER_INTERRUPTIONS})))
                         when interruptions + 1 >= ${BACK_AFTER_INTERRUPTIONS} then now() else run_at end
     where id in (select id from jobs where state = 'running' and lease_until <= now() and type in ${sql()(types)}
                     for update skip locked)`;
}

/** Renews the lease and records progress. False if another runner has the job or its cancellation was requested. */
export async function renewLease(job: Job<unknown>, worker: string): Promise<"mine" | "cancelled" | "lost"> {
  const [row] = await sql()<{ cancel_requested: boolean }[]>`
    update jobs set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
     where id = ${job.id} and worker = ${worker} and attempts = ${job.attempt} and state = 'running'
    returning cancel_requested`;
  if (!row) return "lost";
  return row.cancel_requested ? "cancelled" : "mine";
}

/**
 * Reverts an interruption that was counted although the runner is alive: the database's clock had jumped, or the
 * database had not answered for longer than the lease.
 */
export async function takeBackInterruption(job: Job<unknown>): Promise<void> {
  await sql()`
    update jobs set interruptions = interruptions - 1
     where id = ${job.id} and attempts >= ${job.attempt} and interruptions > 0 and state in ('queued', 'running')`;
}

/** Records progress. */
export async function reportProgress(job: Job<unknown>, done: number, total: number): Promise<void> {
  await sql()`
    with reported as (
      update jobs set progress_done = ${done}, progress_total = ${total}
       where id = ${job.id} and attempts = ${job.attempt} returning id, project_id
    )
    select pg_notify(${LIVE_CHANNEL}, json_build_object('kind', 'job', 'projectId', project_id, 'jobId', id)::text)
      from reported where project_id is not null`;
}

/** The result of one step, added to those of earlier ones. */
export type Step = {
  readonly done: number;
  readonly failed: number;
  /** Counts that are added to those in the job's result. */
  readonly result: Readonly<Record<string, number>>;
  /** Where a restarted job continues. Absent if the job finds this in the data it has written. */
  readonly checkpoint?: string;
};

/** Maximum attempts of a job in steps without progress. With doubling pauses they take four minutes. */
export const STEP_TRIES = 7;

/**
 * Records a step of a job in the transaction of its effects, so that a restarted job continues after it. Progress
 * resets the attempt limit. Throws {@link JobLost} if another runner has the job.
 */
export async function commitStep(tx: Transaction, job: Job<unknown>, step: Step): Promise<void> {
  const counts = Object.entries(step.result).map(
    ([name, count]) => raw`${name}::text, coalesce((${jobs.result} ->> ${name})::int, 0) + ${count}::int`,
  );
  const [row] = await tx
    .update(jobs)
    .set({
      progressDone: raw`${jobs.progressDone} + ${step.done}`,
      progressFailed: raw`${jobs.progressFailed} + ${step.failed}`,
      result: raw`coalesce(${jobs.result}, '{}') || jsonb_build_object(${raw.join(counts, raw`, `)})`,
      maxAttempts: raw`${jobs.attempts} + ${STEP_TRIES}`,
      interruptions: 0,
      ...(step.checkpoint === undefined
        ? {}
        : {
            checkpoint: step.checkpoint,
            // The number of items may have grown since the job counted them.
            progressTotal: raw`greatest(${jobs.progressTotal}, ${jobs.progressDone} + ${jobs.progressFailed} + ${step.done + step.failed}::int)`,
          }),
    })
    .where(and(eq(jobs.id, job.id), eq(jobs.attempts, job.attempt), eq(jobs.state, "running")))
    .returning({ id: jobs.id });
  if (!row) throw new JobLost();
  await announceJob(tx, job.id);
}

/** Another runner has claimed the job, so this runner must discard its work. */
export class JobLost extends Error {
  override readonly name = "JobLost";
}

/** How a job ends; its effects decide. */
export type Outcome = {
  /** `partially_failed`: some items failed. */
  readonly state?: "succeeded" | "partially_failed";
  readonly result?: Record<string, unknown>;
};

/** Why a job failed. `reason` is that of the details of an API error. */
export type JobError = { readonly code: string; readonly message: string; readonly reason?: string };

export type JobEnd =
  | { readonly state: "succeeded" | "cancelled" }
  | { readonly state: "failed"; readonly error: JobError }
  /** Requeues the job after the delay. `counts` false: this attempt does not count towards the limit. */
  | { readonly state: "queued"; readonly delaySeconds: number; readonly counts: boolean };

/**
 * Ends this attempt of a job and writes its effects, in one transaction. False, without effects, if another runner has
 * the job. The job's row is written last, so that its lease can be renewed while the effects are written, and so that a
 * transaction that has locked rows of the effects can cancel the job without a deadlock.
 */
export async function endJob(
  job: Job<unknown>,
  worker: string,
  ending: JobEnd,
  // biome-ignore lint/suspicious/noConfusingVoidType: most effects have nothing to say of the end
  effects: (tx: Transaction) => Promise<Outcome | void>,
): Promise<boolean> {
  const mine = and(
    eq(jobs.id, job.id),
    eq(jobs.worker, worker),
    eq(jobs.attempts, job.attempt),
    eq(jobs.state, "running"),
  );
  const end = async (tx: Transaction): Promise<string | null> => {
    const [held] = await tx.select({ id: jobs.id }).from(jobs).where(mine);
    if (!held) return null;
    const outcome = (await effects(tx)) ?? {};
    const state = ending.state === "succeeded" ? (outcome.state ?? "succeeded") : ending.state;
    const [row] = await tx
      .update(jobs)
      .set({
        state,
        worker: null,
        leaseUntil: null,
        ...(outcome.result ? { result: outcome.result } : {}),
        ...(ending.state === "failed" ? { error: ending.error } : {}),
        ...(ending.state === "queued"
          ? {
              runAt: raw`now() + make_interval(secs => ${ending.delaySeconds})`,
              attempts: ending.counts ? raw`${jobs.attempts}` : raw`${jobs.attempts} - 1`,
            }
          : { finishedAt: raw`now()` }),
      })
      .where(mine)
      .returning({ id: jobs.id });
    if (!row) throw new JobLost();
    await announceJob(tx, job.id);
    if (ending.state !== "queued") {
      await JOB_ENDS.announce(tx, job.id);
      return state;
    }
    return ending.counts ? "retried" : "requeued";
  };
  const outcome = await db()
    .transaction(end)
    .catch((error: unknown) => {
      if (error instanceof JobLost) return null;
      throw error;
    });
  if (outcome !== null) countJobAttempt(job.type, outcome);
  return outcome !== null;
}

/** Maximum attempts of a job. Jobs that have made progress may try more often. */
export async function maxAttempts(job: Job<unknown>): Promise<number> {
  const [row] = await db().select({ maxAttempts: jobs.maxAttempts }).from(jobs).where(eq(jobs.id, job.id));
  return row?.maxAttempts ?? job.maxAttempts;
}

/** True if another job of these types is due. */
export async function hasOtherDueJobs(types: readonly string[]): Promise<boolean> {
  const [row] = await sql()<{ wait: boolean }[]>`
    select exists (select from jobs where state = 'queued' and run_at <= now() and type in ${sql()(types)}) as wait`;
  return row?.wait ?? false;
}

type QueueState = { type: string; queued: number; running: number; oldest: number };

/** Queued and running jobs by type, with the age of the oldest due one in seconds. */
export async function queueByType(): Promise<QueueState[]> {
  return sql()<QueueState[]>`
    select type, count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'running')::int as running,
           coalesce(extract(epoch from now() - min(run_at) filter (where state = 'queued' and run_at <= now())), 0)::float as oldest
      from jobs where state in ('queued', 'running') group by type`;
}

/** Number of queued and running jobs, for the readiness check. */
export async function queueDepth(): Promise<{ queued: number; running: number }> {
  const [row] = await sql()<{ queued: number; running: number }[]>`
    select count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'running')::int as running
      from jobs where state in ('queued', 'running')`;
  return row ?? { queued: 0, running: 0 };
}
