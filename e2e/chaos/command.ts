import { randomInt } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { S3_KEYS } from "@/e2e/s3";
import { migrateDatabase } from "@/lib/operate/launch/database.mjs";
import { root } from "@/lib/operate/launch/run.mjs";
import { Deployment } from "./deployment";
import { Faults, type Outage } from "./faults";
import { runLoad } from "./load";
import { Random } from "./random";
import { startReceiver } from "./receiver";
import { type Attempt, type Client, Requests } from "./requests";
import { startSlowReaders } from "./slow-readers";
import { unavailability } from "./unavailability";

/**
 * `npm run chaos -- [--seed n] [--kills n] [--jobs n] [--minutes n] [--rounds n] [--faults words]`; see
 * lib/operate/launch/chaos.mjs. `--faults` limits the outages to those whose names contain one of these words,
 * separated by commas.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
    kills: { type: "string", default: "60" },
    jobs: { type: "string", default: "600" },
    minutes: { type: "string", default: "15" },
    rounds: { type: "string", default: "2" },
    faults: { type: "string", default: "" },
  },
});
const [seed, kills, jobs, minutes, rounds] = [
  values.seed,
  values.kills,
  values.jobs,
  values.minutes,
  values.rounds,
].map(Number) as [number, number, number, number, number];
const ACCOUNTS = 3;
/** Share of the time for faults and load; in the remaining time all work must end. */
const LOAD_SHARE = 0.75;
/** Even if the load ended late: jobs of killed processes begin again when their lease has ended. */
const MIN_QUIET_MINUTES = 1;
/** Milliseconds in which programs must notice that the process which started them has ended, and end too. */
const SELF_ENDING_MS = 30_000;

type Program = { readonly pid: number; readonly command: string };

// All processes of this run have this in their environment.
const mark = `CHAOS_RUN=${process.pid}-${seed}`;
[, process.env.CHAOS_RUN] = mark.split("=");

const started = performance.now();
const minutesPassed = () => (performance.now() - started) / 60_000;
const isOver = () => minutesPassed() >= minutes;
const isLoadOver = () => minutesPassed() >= minutes * LOAD_SHARE;
console.log(`Seed ${seed}: at least ${kills} kills and ${jobs} jobs within ${minutes} minutes.`);

const deployment = new Deployment();
const receiver = await startReceiver();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void deployment.stop().then(() => process.exit(130)));
// The driver rejects statements of a lost connection even if nothing waits for them any more.
process.on("unhandledRejection", (error) => console.log(`  ${error instanceof Error ? error.message : error}`));
/** Descriptions of everything that is wrong. */
let wrong: string[] = [];
try {
  wrong = await run();
} catch (error) {
  console.error(error);
  wrong = [`the run failed: ${error instanceof Error ? error.message : error}`];
} finally {
  await deployment.stop();
  receiver.stop();
}
const left = await processesLeft();
for (const { pid } of left) process.kill(pid, "SIGKILL");
if (left.length > 0) wrong.push(`processes left: ${left.map(({ command }) => command).join(", ")}`);
console.log(wrong.length === 0 ? "\nEverything is accounted for." : `\nWrong with --seed ${seed}: ${wrong.join("; ")}`);
process.exit(wrong.length === 0 ? 0 : 1);

/** Runs everything. Returns descriptions of everything that is wrong. */
async function run(): Promise<string[]> {
  await deployment.startParts(migrateDatabase);
  Object.assign(process.env, {
    DATABASE_URL: deployment.databaseUrl,
    FILES_URL: deployment.filesUrl,
    AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    DRAGOMAN_SECRET: deployment.secret,
    WEBHOOK_ALLOW_PRIVATE: "true",
    LOG_LEVEL: "silent",
  });
  // Imported now, because these modules read the settings set above.
  const { makeClient } = await import("./make-client");
  const { closeDatabase } = await import("@/db/client");
  const clients: Client[] = [];
  for (let i = 0; i < ACCOUNTS; i++) clients.push(await makeClient(`account ${i}`, receiver.url));
  await closeDatabase();
  await Promise.all(deployment.members.map((member) => deployment.start(member)));
  console.log(`Everything runs after ${minutesPassed().toFixed(1)} minutes.`);

  const random = new Random(seed);
  const faults = new Faults(deployment, new Random(random.between(0, 2 ** 31)));
  const disturbances = new Faults(deployment, new Random(random.between(0, 2 ** 31)));
  const requests = new Requests(deployment, new Random(random.between(0, 2 ** 31)), isOver);
  let counted = 0;
  let isDisturbed = false;
  const counting = setInterval(async () => {
    counted = Math.max(counted, await countJobs());
  }, 1_000);
  const stopReaders = startSlowReaders(deployment);
  const disturbing = disturbances.disturb(values.faults.split(","), rounds, isLoadOver).then(() => {
    isDisturbed = true;
  });
  const killing = faults.kill(kills, isLoadOver);
  const promises = await runLoad(
    requests,
    clients,
    random,
    () => isLoadOver() || (isDisturbed && faults.kills.length >= kills && counted >= jobs),
  );
  clearInterval(counting);
  await Promise.all([killing, disturbing]);
  const readers = stopReaders();
  console.log(`The load ended after ${minutesPassed().toFixed(1)} minutes.`);

  const sql = postgres(deployment.databaseUrl, { max: 2, onnotice: () => {} });
  try {
    await untilQuiet(sql);
    deployment.forgetBrokenUploads();
    const { reckon } = await import("./reckoning");
    const { attempts } = requests;
    // Recorded for finding the cause of a failure. Times are in milliseconds since `timeOrigin`.
    const log = { attempts, kills: faults.kills, outages: disturbances.outages, timeOrigin: performance.timeOrigin };
    fs.writeFileSync(path.join(root, "test-results/chaos.json"), JSON.stringify(log));
    const { received } = receiver;
    const outages = disturbances.outages;
    const rows = await reckon(sql, { clients, attempts, promises, kills: faults.kills, outages, received, jobs });
    const took = outages.map(({ what }) => what);
    const about = [
      { what: "minutes", found: minutesPassed().toFixed(1), isRight: true },
      { what: "kills (SIGKILL)", found: String(faults.kills.length), isRight: faults.kills.length >= kills },
      ...[...new Set(took)].map((what) => ({
        what,
        found: `${took.filter((one) => one === what).length} times`,
        isRight: took.filter((one) => one === what).length === rounds,
      })),
      { what: "connections of slow readers", found: String(readers), isRight: true },
      ...disturbances.skipped.map((what) => ({ what, found: "skipped", isRight: true })),
    ];
    console.log(`\n| counted | found | |\n|---|---:|---|`);
    for (const row of [...about, ...rows])
      console.log(`| ${row.what} | ${row.found} | ${row.isRight ? "" : "WRONG"} |`);
    printUnavailability(attempts, [...outages, ...faults.kills.map(({ at }) => ({ what: "kills", from: at, to: at }))]);
    return [...about, ...rows].filter((row) => !row.isRight).map(({ what, found }) => `${what} ${found}`);
  } finally {
    await sql.end({ timeout: 1 });
    await closeDatabase();
  }
}

function printUnavailability(attempts: readonly Attempt[], all: readonly Outage[]): void {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  console.log("\n| seconds at most, of any request | without an answer | from the end of the fault to an answer |");
  console.log("|---|---:|---:|");
  for (const { what, withoutAnswerMs, untilAnswerMs } of unavailability(attempts, all))
    console.log(`| ${what} | ${seconds(withoutAnswerMs)} | ${seconds(untilAnswerMs)} |`);
}

async function countJobs(): Promise<number> {
  const sql = postgres(deployment.databaseUrl, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    return (await sql<{ count: number }[]>`select count(*)::int as count from jobs`)[0]?.count ?? 0;
  } catch {
    return 0;
  } finally {
    await sql.end({ timeout: 0 }).catch(() => {});
  }
}

/**
 * Waits until no jobs and webhook deliveries are left, and usage is written. Makes work due that waits for a later
 * retry.
 */
async function untilQuiet(sql: postgres.Sql): Promise<void> {
  const end = Math.max(minutes, minutesPassed() + MIN_QUIET_MINUTES);
  while (minutesPassed() < end) {
    await sql`update webhook_deliveries set next_attempt_at = now()
               where status = 'pending' and next_attempt_at > now() + interval '65 seconds'`;
    const [row] = await sql<{ left: number }[]>`
      select (select count(*) from jobs where state in ('queued', 'running'))::int
             + (select count(*) from webhook_deliveries where status = 'pending')::int as left`;
    if (row?.left === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await new Promise((resolve) => setTimeout(resolve, 3_000));
}

/** Programs of this run that still run some time after its end. Those of killed processes end by themselves. */
async function processesLeft(): Promise<Program[]> {
  const end = performance.now() + SELF_ENDING_MS;
  let left = programs();
  while (left.length > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    left = programs();
  }
  return left;
}

function programs(): Program[] {
  if (process.platform !== "linux") return [];
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        if (!fs.readFileSync(`/proc/${name}/environ`, "utf8").split("\0").includes(mark)) return [];
        return [{ pid: Number(name), command: fs.readFileSync(`/proc/${name}/comm`, "utf8").trim() }];
      } catch {
        return []; // The process has ended.
      }
    });
}
