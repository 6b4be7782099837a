import { createHash, randomBytes } from "node:crypto";
import postgres from "postgres";
import { tsImport } from "tsx/esm/api";
import { startThrowAwayDatabase } from "../../db/embedded.mjs";
import { migrateDatabase } from "../../lib/operate/launch/database.mjs";
import { askFromProcesses, mostInWindow } from "./limiter-processes.mjs";
import { quantile, round, table } from "./measure.mjs";

/** Measures a decision of the exact limiter, including key lookup and charge, at a steady rate over many accounts. */
const ACCOUNTS = 5_000;
const PER_SECOND = 500;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);

// Durable, as in production: by default the throw-away server does not flush to disk.
const database = await startThrowAwayDatabase({ durable: true });
await migrateDatabase(database.url);
process.env.DATABASE_URL = database.url;
const { closeDatabase } = await tsImport("../../db/client.ts", import.meta.url);
const { admitKey } = await tsImport("../../lib/identity/quota/limiter.ts", import.meta.url);
const sql = postgres(database.url, { onnotice: () => {} });
try {
  const hashes = Array.from({ length: ACCOUNTS }, () => createHash("sha256").update(randomBytes(32)).digest());
  await sql`insert into accounts (id, name, tier) select 'acc_' || n, 'Benchmark', 'pro' from generate_series(1, ${ACCOUNTS}) n`;
  for (const [i, hash] of hashes.entries())
    await sql`insert into api_keys (id, account_id, name, hash, start, last4, scopes) values (${`key_${i}`}, ${`acc_${i + 1}`}, 'x', ${hash}, '', '', '{}')`;
  await sql`analyze`;
  for (let i = 0; i < 2_000; i++) await admitKey(hashes[i % ACCOUNTS], true);

  const times = [];
  const pending = [];
  const total = PER_SECOND * SECONDS;
  const start = performance.now();
  for (let i = 0; i < total; i++) {
    const due = start + (i * 1000) / PER_SECOND;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    const from = performance.now();
    pending.push(
      admitKey(hashes[Math.floor(Math.random() * ACCOUNTS)], true).then(() => times.push(performance.now() - from)),
    );
  }
  await Promise.all(pending);
  const rate = total / ((performance.now() - start) / 1000);
  console.log(`\n### The limiter: ${ACCOUNTS} accounts, ${PER_SECOND} decisions a second, ${SECONDS} s\n`);
  console.log(
    table(
      ["decisions/s", "p50 ms", "p99 ms", "most ms"],
      [[round(rate), round(quantile(times, 0.5), 2), round(quantile(times, 0.99), 2), round(Math.max(...times), 1)]],
    ),
  );

  // Then one leased account on several servers: first as fast as possible below its limit, then above a limit, which
  // must hold exactly.
  const PROCESSES = 8;
  const lease = async (id, requestsPerHour) => {
    const hash = createHash("sha256").update(randomBytes(32)).digest();
    const limits = sql.json({ requestsPerHour });
    await sql`insert into accounts (id, name, tier, limits, leased) values (${id}, 'Leased', 'pro', ${limits}, true)`;
    await sql`insert into api_keys (id, account_id, name, hash, start, last4, scopes) values (${`key_${id}`}, ${id}, 'x', ${hash}, '', '', '{}')`;
    return hash;
  };
  const rows = [];
  for (const [limit, windowSeconds] of [
    [100_000_000, 3_600],
    [20_000, 3],
  ]) {
    const hash = await lease(`acc_leased_${limit}`, limit);
    const measured = await askFromProcesses({ processes: PROCESSES, hash, windowSeconds, seconds: SECONDS, lanes: 32 });
    const most = mostInWindow(measured.admitted, windowSeconds);
    if (most > limit) throw new Error(`${most} requests within ${windowSeconds} s exceed the limit of ${limit}.`);
    rows.push([limit, windowSeconds, round(measured.asked / measured.seconds), measured.admitted.length, most]);
  }
  console.log(`\n### One leased account over ${PROCESSES} processes, ${SECONDS} s\n`);
  console.log(table(["limit", "window s", "decisions/s", "admitted", "most in a window"], rows));
} finally {
  await sql.end();
  await closeDatabase();
  await database.stop();
}
