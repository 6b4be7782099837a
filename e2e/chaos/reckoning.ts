import type postgres from "postgres";
import { deleteObjects, type Sweep, sweepObjects } from "@/db/object-sweep";
import type { Kill, Outage } from "./faults";
import type { Promises } from "./load";
import type { Received } from "./receiver";
import type { Attempt, Client } from "./requests";

/** One line of the result: the measured value, the expected value, and whether they match. */
export type Row = { readonly what: string; readonly found: string; readonly isRight: boolean };

/** Statuses of responses that are not charged, besides those from 500 on. */
const FREE = [401, 429, 304];
/** Milliseconds of charges that a crash of PostgreSQL may lose: 0.6 s, doubled for a slow machine. */
const FORGOTTEN_MS = 1_200;
/** Milliseconds after the database's return within which refunds are made. */
const REFUNDED_MS = 2_000;
/** Milliseconds after a request within which its usage is written. */
const UNWRITTEN_MS = 3_000;

export type Run = {
  readonly clients: readonly Client[];
  readonly attempts: readonly Attempt[];
  readonly promises: Promises;
  readonly kills: readonly Kill[];
  readonly outages: readonly Outage[];
  readonly received: ReadonlyMap<string, Received>;
  readonly jobs: number;
};

/** Compares the responses to clients with the contents of the database, the bucket and the webhook receiver. */
export async function reckon(sql: postgres.Sql, run: Run): Promise<Row[]> {
  const rows: Row[] = [];
  const check = (what: string, found: unknown, isRight: boolean) => rows.push({ what, found: String(found), isRight });
  const one = async <T>(query: postgres.PendingQuery<postgres.Row[]>): Promise<T> => (await query)[0] as T;
  const { attempts, promises, received } = run;
  const accounts = run.clients.map(({ accountId }) => accountId);

  checkAnswers(attempts, promises, check);

  const jobs = await one<Record<"all" | "failed" | "unfinished" | "interrupted", number>>(sql`
    select count(*)::int as all, count(*) filter (where state in ('failed', 'partially_failed', 'cancelled'))::int as failed,
           count(*) filter (where state in ('queued', 'running'))::int as unfinished,
           count(*) filter (where attempts > 1)::int as interrupted
      from jobs where account_id in ${sql(accounts)}`);
  check("jobs", jobs.all, jobs.all >= run.jobs);
  check("jobs started more than once", jobs.interrupted, true);
  check("jobs that failed", jobs.failed, jobs.failed === 0);
  check("jobs that never ended", jobs.unfinished, jobs.unfinished === 0);

  const files = await sql<{ id: string; status: string; lines: number }[]>`
    select id, status, segments_done as lines from files where account_id in ${sql(accounts)}`;
  const undone = files.filter(
    ({ id, status, lines }) => status !== "completed" || promises.files.get(id)?.lines !== lines,
  );
  const others = undone
    .slice(0, 5)
    .map(({ id, status, lines }) => `${id} ${status}, ${lines} of ${promises.files.get(id)?.lines} lines`);
  checkEqual(
    `file translations: accepted / in the database / completed once${others.length > 0 ? ` (not ${others.join("; ")})` : ""}`,
    check,
    [promises.files.size, files.length, files.length - undone.length],
  );

  const lines = [...promises.documents.values()].reduce((sum, document) => sum + document.lines, 0);
  const project = await one<
    Record<"projects" | "documents" | "segments" | "drafts" | "revisions" | "ready", number>
  >(sql`
    select (select count(*) from projects where account_id in ${sql(accounts)})::int as projects,
           (select count(*) from documents where account_id in ${sql(accounts)})::int as documents,
           (select count(*) from segments where account_id in ${sql(accounts)})::int as segments,
           (select count(*) from translations where account_id in ${sql(accounts)} and text is not null and revision = 1)::int as drafts,
           (select count(*) from translation_revisions where account_id in ${sql(accounts)})::int as revisions,
           (select count(*) from events where account_id in ${sql(accounts)} and type = 'document.ready')::int as ready`);
  checkEqual("projects: accepted / in the database", check, [promises.projects.size, project.projects]);
  checkEqual("documents: accepted / in the database / with a ready event", check, [
    promises.documents.size,
    project.documents,
    project.ready,
  ]);
  checkEqual("lines of documents / segments / drafts / revisions", check, [
    lines,
    project.segments,
    project.drafts,
    project.revisions,
  ]);
  const exported = await one<Record<"all" | "ready", number>>(sql`
    select (select count(*) from project_exports where account_id in ${sql(accounts)} and status = 'succeeded')::int as all,
           (select count(*) from events where account_id in ${sql(accounts)} and type = 'export.ready')::int as ready`);
  checkEqual("exports: accepted / finished / with a ready event", check, [
    promises.exports.size,
    exported.all,
    exported.ready,
  ]);

  await checkCharges(sql, run, check);
  await checkWebhooks(sql, accounts, received, check);
  await checkObjects(check);
  return rows;
}

type Check = (what: string, found: unknown, isRight: boolean) => void;

function checkEqual(what: string, check: Check, numbers: readonly number[]): void {
  check(what, numbers.join(" / "), new Set(numbers).size === 1);
}

function checkAnswers(attempts: readonly Attempt[], { wrong }: Promises, check: Check): void {
  const answered = attempts.filter(({ outcome }) => typeof outcome === "number");
  const with503 = answered.filter(({ outcome }) => outcome === 503);
  const faults = answered.filter(({ outcome }) => Number(outcome) >= 500 && outcome !== 503);
  check("requests", attempts.length, true);
  check("requests with a status below 500", answered.length - with503.length - faults.length, true);
  check(`requests with status 503 (${countBy(with503, ({ code }) => code ?? "no code")})`, with503.length, true);
  const others = countBy(
    faults,
    ({ outcome, method, path }) => `${outcome} ${method} ${path.replace(/\w+_\w{10,}/, "…")}`,
  );
  check(`requests with another 5xx status${others && ` (${others})`}`, faults.length, faults.length === 0);
  const broken = attempts.filter(({ outcome }) => outcome === "broken");
  check("requests interrupted by a kill or fault", broken.length, true);
  check("requests without a connection", attempts.filter(({ outcome }) => outcome === "unsent").length, true);
  check(
    `wrong responses${wrong.length > 0 ? `: ${wrong.slice(0, 3).join("; ")}` : ""}`,
    wrong.length,
    wrong.length === 0,
  );
}

/**
 * Each answered request must have been charged exactly once, by the limiter and in the usage statistics. After an
 * outage it is unknown whether the database has kept statements that were in progress, so a request may be charged
 * although its response was 503.
 */
async function checkCharges(sql: postgres.Sql, run: Run, check: Check): Promise<void> {
  const { attempts, outages, kills } = run;
  const forgets = outages.filter(({ what }) => /crash|disk/.test(what));
  const isPaid = ({ isCharged, outcome }: Attempt) =>
    isCharged && typeof outcome === "number" && outcome < 500 && !FREE.includes(outcome);
  const isForgettable = ({ from, to }: Attempt) =>
    forgets.some((crash) => from <= crash.to && to >= crash.from - FORGOTTEN_MS);
  const databaseOutages = outages.filter(({ what }) => /database|PgBouncer/.test(what));
  const isTorn = ({ outcome, member, from, to }: Attempt) =>
    outcome === 503 &&
    databaseOutages.some(
      (outage) =>
        (from <= outage.from + FORGOTTEN_MS && to >= outage.from) ||
        // The server was killed before it could refund the charge.
        (from <= outage.to &&
          to >= outage.from &&
          kills.some(({ member: killed, at }) => killed === member && at >= to && at <= outage.to + REFUNDED_MS)),
    );
  // Usage is written once the database is available, so an outage just before a kill counts too.
  const isUnwritten = ({ member, to }: Attempt) =>
    kills.some((kill) => {
      if (kill.member !== member || kill.at < to) return false;
      const outage = outages.find((one) => one.from <= kill.at && one.to >= kill.at - UNWRITTEN_MS);
      return to >= Math.min(kill.at, outage?.from ?? kill.at) - UNWRITTEN_MS;
    });

  const sums = { paid: 0, ledger: 0, unsure: 0, forgettable: 0, used: 0, usable: 0, unwritten: 0 };
  let isExact = true;
  let isUsageRight = true;
  for (const { accountId } of run.clients) {
    const own = attempts.filter((attempt) => attempt.accountId === accountId);
    const paid = own.filter(isPaid);
    const unsure = own.filter((one) => one.isCharged && (one.outcome === "broken" || isTorn(one))).length;
    const forgettable = paid.filter(isForgettable).length;
    const [row] = await sql<{ ledger: number; used: number }[]>`
      select (select coalesce(sum(n), 0) from rate_events where subject = ${accountId})::int as ledger,
             (select coalesce(sum(requests), 0) from usage_hours where account_id = ${accountId})::int as used`;
    const { ledger = 0, used = 0 } = row ?? {};
    isExact &&= ledger <= paid.length + unsure && ledger >= paid.length - forgettable;
    const answered = own.filter(({ outcome }) => typeof outcome === "number");
    const certain = answered.filter(({ outcome }) => Number(outcome) < 500);
    const usable = answered.length + own.filter(({ outcome }) => outcome === "broken").length;
    const unwritten = certain.filter((attempt) => isUnwritten(attempt) || isForgettable(attempt)).length;
    isUsageRight &&= used <= usable && used >= certain.length - unwritten;
    sums.paid += paid.length;
    sums.ledger += ledger;
    sums.unsure += unsure;
    sums.forgettable += forgettable;
    sums.used += used;
    sums.usable += usable;
    sums.unwritten += unwritten;
  }
  check(
    `charges: charged requests with a response / rows in the limiter's ledger (in addition up to ${sums.unsure} interrupted requests; up to ${sums.forgettable} lost by a crash of PostgreSQL)`,
    `${sums.paid} / ${sums.ledger}`,
    isExact,
  );
  check(
    `usage: counted requests, at most ${sums.usable} (kills may lose the last ones: ${sums.unwritten})`,
    sums.used,
    isUsageRight,
  );
  const accounts = run.clients.map(({ accountId }) => accountId);
  const [characters] = await sql<{ counted: number; translated: number }[]>`
    select (select coalesce(sum(characters), 0) from usage_hours
             where account_id in ${sql(accounts)} and endpoint = 'POST /translate/file')::int as counted,
           (select coalesce(sum(characters), 0) from files where account_id in ${sql(accounts)})::int as translated`;
  const { counted = 0, translated = 0 } = characters ?? {};
  check(
    "usage: counted characters of files / translated characters (the maximum)",
    `${counted} / ${translated}`,
    counted <= translated && counted > 0,
  );
}

async function checkWebhooks(
  sql: postgres.Sql,
  accounts: readonly string[],
  received: ReadonlyMap<string, Received>,
  check: Check,
): Promise<void> {
  const events = await sql<{ id: string; status: string | null; deliveries: number }[]>`
    select e.id, max(d.status) as status, count(d.id)::int as deliveries
      from events e left join webhook_deliveries d on d.event_id = e.id
     where e.account_id in ${sql(accounts)} group by e.id`;
  const ids = new Set(events.map(({ id }) => id));
  const delivered = events.filter(
    ({ id, status, deliveries }) => status === "succeeded" && deliveries === 1 && received.has(id),
  );
  checkEqual("events / events delivered at least once", check, [events.length, delivered.length]);
  const all = [...received];
  const repeated = all.reduce((sum, [, { times }]) => sum + times - 1, 0);
  check("events delivered again with the same ID", repeated, true);
  const different = all.filter(([id, { contents }]) => !ids.has(id) || contents.size !== 1).length;
  check("events delivered with another ID or content", different, different === 0);
}

async function checkObjects(check: Check): Promise<void> {
  await deleteObjects(0);
  const before = await sweep(true);
  const after = await sweep(false);
  check("objects in storage", after.objects, after.objects > 0);
  check("objects without a database row before the sweep, left by kills", before.orphans, true);
  check("objects without a database row after the sweep", after.orphans, after.orphans === 0);
  check("missing objects", after.missing.length, after.missing.length === 0);
}

/** The stand-in for S3 cannot list objects while a server deletes some, so this is repeated. */
async function sweep(remove: boolean): Promise<Sweep> {
  for (let tries = 1; ; tries++)
    try {
      return await sweepObjects({ remove, hours: 0 });
    } catch (error) {
      if (tries === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
}

function countBy<T>(all: readonly T[], name: (one: T) => string): string {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(name(one), (counts.get(name(one)) ?? 0) + 1);
  return [...counts].map(([key, count]) => `${key}: ${count}`).join(", ");
}
