import { and, eq, sql as raw } from "drizzle-orm";
import { db, sql, type Transaction } from "@/db/client";
import { jobs } from "@/db/schema";
import { newId } from "@/lib/ids";

/** Channel on which a commit that sent jobs wakes the runners. */
export const WAKE_CHANNEL = "dragoman_jobs";
/** Channel on which running jobs hear that they are to stop; the payload is the job's id. */
export const CANCEL_CHANNEL = "dragoman_job_cancel";

/** Seconds that a job is left alone after its runner was last heard of. A killed runner's jobs are free after it. */
export const LEASE_SECONDS = 20;

export type Job = {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly maxAttempts: number;
};

export type NewJob = {
  readonly accountId: string;
  readonly type: string;
  readonly payload: Record<string, unknown>;
  /** Higher goes first; 0 by default. */
  readonly priority?: number;
  readonly maxAttempts?: number;
};

/** Queues a job in the transaction that makes it necessary: it exists, and runners are woken, when that commits. */
export async function sendJob(tx: Transaction, job: NewJob): Promise<string> {
  const id = newId("job");
  await tx.insert(jobs).values({ id, ...job });
  await tx.execute(raw`select pg_notify(${WAKE_CHANNEL}, '')`);
  return id;
}

/** Asks a job to stop. Queued ones end at once, running ones when their runner has heard. */
export async function cancelJob(tx: Transaction, accountId: string, id: string): Promise<void> {
  const mine = and(eq(jobs.id, id), eq(jobs.accountId, accountId));
  await tx
    .update(jobs)
    .set({ state: "cancelled", finishedAt: raw`now()` })
    .where(and(mine, eq(jobs.state, "queued")));
  await tx
    .update(jobs)
    .set({ cancelRequested: true })
    .where(and(mine, eq(jobs.state, "running")));
  await tx.execute(raw`select pg_notify(${CANCEL_CHANNEL}, ${id})`);
}

type ClaimedRow = {
  id: string;
  account_id: string;
  type: string;
  payload: Record<string, unknown>;
  attempts: number;
  max_attempts: number;
};

/**
 * Takes the next job: a queued one that is due, or one whose runner has not been heard of for the lease. By priority,
 * then accounts with the fewest running jobs, then age, so that one account's thousand files do not keep others waiting.
 */
export async function claimJob(worker: string, types: readonly string[]): Promise<Job | null> {
  const [row] = await sql()<ClaimedRow[]>`
    with running as (
      select account_id, count(*) as n from jobs where state = 'running' and lease_until > now() group by account_id
    ), next as (
      select j.id from jobs j left join running r using (account_id)
       where j.type in ${sql()(types)}
         and ((j.state = 'queued' and j.run_at <= now()) or (j.state = 'running' and j.lease_until <= now()))
       order by j.priority desc, coalesce(r.n, 0), j.run_at, j.id
       limit 1 for update of j skip locked
    )
    update jobs set state = 'running', worker = ${worker}, attempts = attempts + 1,
           lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), started_at = coalesce(started_at, now())
      from next where jobs.id = next.id
    returning jobs.id, account_id, type, payload, attempts, max_attempts`;
  return row
    ? {
        id: row.id,
        accountId: row.account_id,
        type: row.type,
        payload: row.payload,
        attempt: row.attempts,
        maxAttempts: row.max_attempts,
      }
    : null;
}

/** Renews the lease and notes progress. False when the job is no longer this runner's or was asked to stop. */
export async function renewLease(job: Job, worker: string): Promise<"mine" | "cancelled" | "lost"> {
  const [row] = await sql()<{ cancel_requested: boolean }[]>`
    update jobs set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
     where id = ${job.id} and worker = ${worker} and attempts = ${job.attempt} and state = 'running'
    returning cancel_requested`;
  if (!row) return "lost";
  return row.cancel_requested ? "cancelled" : "mine";
}

/** Notes how far a job is. */
export async function noteProgress(job: Job, done: number, total: number): Promise<void> {
  await sql()`update jobs set progress_done = ${done}, progress_total = ${total} where id = ${job.id} and attempts = ${job.attempt}`;
}

export type Ending =
  | { readonly state: "succeeded" | "cancelled" }
  | { readonly state: "failed"; readonly error: { code: string; message: string } }
  /** Back into the queue, to be tried again after the delay. `counts` false: this try does not count. */
  | { readonly state: "queued"; readonly delaySeconds: number; readonly counts: boolean };

/**
 * Ends this try of a job together with its effects, in one transaction. False, and no effect, when the job is no
 * longer this runner's: another has taken it up meanwhile.
 */
export async function endJob(
  job: Job,
  worker: string,
  ending: Ending,
  effects: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return db().transaction(async (tx) => {
    const [row] = await tx
      .update(jobs)
      .set({
        state: ending.state,
        worker: null,
        leaseUntil: null,
        ...(ending.state === "failed" ? { error: ending.error } : {}),
        ...(ending.state === "queued"
          ? {
              runAt: raw`now() + make_interval(secs => ${ending.delaySeconds})`,
              attempts: ending.counts ? raw`${jobs.attempts}` : raw`${jobs.attempts} - 1`,
            }
          : { finishedAt: raw`now()` }),
      })
      .where(
        and(eq(jobs.id, job.id), eq(jobs.worker, worker), eq(jobs.attempts, job.attempt), eq(jobs.state, "running")),
      )
      .returning({ id: jobs.id });
    if (!row) return false;
    await effects(tx);
    return true;
  });
}

/** How much waits and runs, for the readiness check. */
export async function queueDepth(): Promise<{ queued: number; running: number }> {
  const [row] = await sql()<{ queued: number; running: number }[]>`
    select count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'running')::int as running
      from jobs where state in ('queued', 'running')`;
  return row ?? { queued: 0, running: 0 };
}
