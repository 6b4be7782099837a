import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { tsImport } from "tsx/esm/api";
import { startThrowAwayDatabase } from "../../db/embedded.mjs";
import { migrateDatabase } from "../../lib/operate/launch/database.mjs";
import { median, quantile, round, seconds, table } from "./measure.mjs";

/**
 * Measures a translation memory with many units: exact lookups in batches, fuzzy ones individually, and the import of
 * units.
 */
const UNITS = Number(process.env.BENCH_UNITS ?? 300_000);
const LOOK_UPS = Number(process.env.BENCH_LOOK_UPS ?? 200);
const WARM_UP = 100;
/** Limits in milliseconds: median of exact lookups, 95th percentile of fuzzy ones. */
const MAX_EXACT_MS = 1;
const MAX_FUZZY_MS = 100;
const LANGUAGES = ["es", "fr", "de"];
const [ACCOUNT, MEMORY] = ["acc_bench", "tm_bench"];

const ONSETS = [
  "",
  "b",
  "c",
  "d",
  "f",
  "g",
  "h",
  "l",
  "m",
  "n",
  "p",
  "r",
  "s",
  "t",
  "st",
  "pr",
  "tr",
  "ch",
  "sh",
  "th",
];
const NUCLEI = ["a", "e", "i", "o", "u", "ea", "ou", "io"];
const CODAS = ["", "", "n", "r", "s", "t", "l", "nd", "ng", "nt", "ck"];
const VOCABULARY = Array.from({ length: 12_000 }, (_, n) => {
  const syllables = 1 + (n > 100) + Math.floor(Math.random() * (n > 1_000 ? 3 : 2));
  return Array.from({ length: syllables }, () => pick(ONSETS) + pick(NUCLEI) + pick(CODAS)).join("");
});

const server = await startThrowAwayDatabase({ durable: true });
process.env.DATABASE_URL = server.url;
process.env.DRAGOMAN_SECRET = randomBytes(32).toString("hex");
const { sourceHash } = await tsImport("../../lib/translation/memory/hash.ts", import.meta.url);
const { exactMatches, fuzzyMatches } = await tsImport("../../lib/translation/memory/match.ts", import.meta.url);
const { wordKeys } = await tsImport("../../lib/translation/memory/word-keys.ts", import.meta.url);
const { closeDatabase } = await tsImport("../../db/client.ts", import.meta.url);

try {
  await migrateDatabase(server.url);
  const sources = await fill();
  const exact = await exactTimes(sources);
  console.log(`\n### A translation memory of ${UNITS} units: exact matches\n`);
  console.log(table(["texts at once", "p50 ms a text", "p95 ms a text", "p50 ms a batch"], exact.rows));
  const fuzzy = await fuzzyTimes(sources);
  console.log(`\n### Fuzzy matches, ${LOOK_UPS} of each length\n`);
  console.log(table(["characters", "p50 ms", "p95 ms", "found something"], fuzzy.rows));
  if (exact.worst > MAX_EXACT_MS || fuzzy.worst > MAX_FUZZY_MS) {
    console.log(`\nSlower than claimed: exact ${MAX_EXACT_MS} ms, fuzzy ${MAX_FUZZY_MS} ms.`);
    process.exitCode = 1;
  }
} finally {
  await closeDatabase();
  await server.stop();
}

/**
 * Fills a memory with sentences from a vocabulary in which, as in prose, few words are frequent. Returns the sources.
 */
async function fill() {
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  const sources = Array.from({ length: UNITS / LANGUAGES.length }, (_, n) => sentence(3 + (n % 28)));
  await sql`insert into accounts (id, name, tier) values (${ACCOUNT}, 'Benchmark', 'pro')`;
  await sql`insert into memories (id, account_id, name, source_language, units) values (${MEMORY}, ${ACCOUNT}, 'Benchmark', 'en', ${UNITS})`;
  const started = performance.now();
  let id = 0;
  for (let from = 0; from < sources.length; from += 1_000) {
    const rows = sources.slice(from, from + 1_000).flatMap((source) =>
      LANGUAGES.map((language) => ({
        id: `tmu_${String(id++).padStart(9, "0")}`,
        account_id: ACCOUNT,
        memory_id: MEMORY,
        target_language: language,
        source,
        target: source,
        source_hash: sourceHash(source),
        context_hash: String(id),
        word_keys: wordKeys(MEMORY, language, source),
      })),
    );
    await sql`insert into memory_units ${sql(rows)}`;
  }
  console.log(`${UNITS} units taken in: ${round(UNITS / ((performance.now() - started) / 1000))} a second`);
  await sql`analyze memory_units`;
  await sql.end();
  return sources;
}

/** Does not measure the first lookups: on each connection PostgreSQL plans a statement again the first five times. */
async function exactTimes(sources) {
  const rows = [];
  let worst = 0;
  for (const batch of [1, 50]) {
    const times = [];
    for (let i = -WARM_UP; i < LOOK_UPS; i++) {
      const wanted = Array.from({ length: batch }, () => ({ sourceHash: sourceHash(pick(sources)), contextHash: "" }));
      const time = 1000 * (await seconds(() => exactMatches(ACCOUNT, [MEMORY], wanted, pick(LANGUAGES))));
      if (i >= 0) times.push(time);
    }
    const each = times.map((time) => time / batch);
    rows.push([batch, round(median(each), 3), round(quantile(each, 0.95), 3), round(median(times), 2)]);
    worst = Math.max(worst, median(each));
  }
  return { rows, worst };
}

async function fuzzyTimes(sources) {
  const rows = [];
  let worst = 0;
  for (const [least, most] of [
    [8, 25],
    [40, 60],
    [90, 110],
    [180, 220],
  ]) {
    const some = sources.filter(({ length }) => length >= least && length <= most);
    const times = [];
    let found = 0;
    for (let i = 0; i < LOOK_UPS; i++) {
      const source = changed(pick(some));
      times.push(
        1000 *
          (await seconds(async () => {
            const matches = await fuzzyMatches(ACCOUNT, [MEMORY], source, pick(LANGUAGES));
            if (matches.length > 0) found++;
          })),
      );
    }
    rows.push([
      `${least}–${most}`,
      round(median(times), 1),
      round(quantile(times, 0.95), 1),
      `${round((100 * found) / LOOK_UPS)} %`,
    ]);
    worst = Math.max(worst, quantile(times, 0.95));
  }
  return { rows, worst };
}

function pick(list) {
  return list[Math.floor(Math.random() * list.length)];
}

/** A source with one word replaced, for a fuzzy match. */
function changed(source) {
  const words = source.split(" ");
  words[Math.floor(Math.random() * words.length)] = word();
  return words.join(" ");
}

function sentence(words) {
  const text = Array.from({ length: words }, word).join(" ");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** The n-th word is n times rarer than the first (Zipf). */
function word() {
  return VOCABULARY[Math.floor(VOCABULARY.length ** Math.random()) - 1];
}
