import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { startTestServer } from "../server.mjs";
import { installHeavyModel } from "./heavy-model.mjs";
import { makeKey } from "./make-key.mjs";
import { load, median, pace, post, round, table } from "./measure.mjs";

/**
 * Measures neural translation: the service compared with its bare WebAssembly and with Apertium; single requests
 * compared with a batch; the memory of a worker; the first translation by a model that is not loaded; and cached
 * results. Uses the toy model, enlarged to the work of a real one.
 */
const SENTENCE = "My friend reads a new book today.";
const TRANSLATION = "Mi amigo lee un libro nuevo hoy.";
const WORDS = 7;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = 6;
const IN_FLIGHT = 8;
const HITS_PER_SECOND = 1_000;
const MAX_OVERHEAD_PERCENT = 10;
const MAX_FIRST_MS = 1_000;
const MAX_HIT_MS = 2;

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-bench-"));
const model = installHeavyModel(path.join(dataDir, "models"));
const settings = { durable: true, env: { DATA_DIR: dataDir } };
const server = await startTestServer({ ...settings, env: { ...settings.env, RESULT_CACHE_MB: "0" } });
try {
  const key = await makeKey(server, { requestsPerHour: 100_000_000 });
  const batch = JSON.stringify({
    texts: Array(IN_FLIGHT).fill(SENTENCE),
    source: "en",
    target: "es",
    engine: "bergamot",
  });
  const { first, overhead, rates, memoryMb, startMs, byCpu } = await measureRates({
    ask: translator(server, key),
    askApertium: translator(server, key, "apertium"),
    askBatch: post(`${server.url}/v1/translate/batch`, "application/json", key, () => batch),
  });
  const { databaseUrl, secret } = server;
  const caching = await startTestServer({ ...settings, databaseUrl, secret });
  const hits = await cached(translator(caching, key)).finally(() => caching.stop());
  const percent = (number) => `${round(number, 1)} %`;
  const claims = [
    [
      "overhead over the bare WebAssembly",
      percent(overhead),
      percent(MAX_OVERHEAD_PERCENT),
      overhead <= MAX_OVERHEAD_PERCENT,
    ],
    ["first answer of a cold model", `${round(first)} ms`, `${MAX_FIRST_MS} ms`, first <= MAX_FIRST_MS],
    [
      `hit of the cache, p50 at ${HITS_PER_SECOND}/s`,
      `${round(hits.p50, 2)} ms`,
      `${MAX_HIT_MS} ms`,
      hits.p50 <= MAX_HIT_MS,
    ],
  ];
  console.log(`\n### Sentences of seven words, ${IN_FLIGHT} at once, ${ROUNDS} rounds of ${SECONDS / 2} s\n`);
  console.log(
    table(
      ["", "sentences/s", "words/s"],
      rates.map(([name, rate]) => [name, round(rate, 1), round(rate * WORDS)]),
    ),
  );
  console.log(
    `\nMemory of a worker of the bare WebAssembly with its model: ${round(memoryMb)} MB; CPU time of its start: ${round(startMs)} ms`,
  );
  const perCpu = byCpu.map(([size, words]) => `${round(words)} (${size} a batch)`).join(", ");
  console.log(`\nWords per second of CPU time, which other load hardly changes, of the bare WebAssembly: ${perCpu}`);
  console.log(
    `\nHits of the cache: ${round(hits.perSecond)}/s, p50 ${round(hits.p50, 2)} ms, p99 ${round(hits.p99, 1)} ms`,
  );
  console.log("\n### Claims\n");
  console.log(
    table(
      ["", "measured", "at most", "holds"],
      claims.map((claim) => [...claim.slice(0, 3), claim[3] ? "yes" : "no"]),
    ),
  );
  if (claims.some(([, , , holds]) => !holds)) process.exitCode = 1;
} finally {
  await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
}

/**
 * Runs alternate, so that other load on the machine affects both equally. A model translates a few dozen sentences per
 * second, so that warming up with it would take half a minute until the service's code is compiled; a faster engine
 * warms it up instead.
 */
async function measureRates({ ask, askApertium, askBatch }) {
  const started = performance.now();
  await ask();
  const first = performance.now() - started;
  const { rss } = process.memoryUsage();
  const cpu = process.cpuUsage();
  const bare = await startBare();
  const { user, system } = process.cpuUsage(cpu);
  const startMs = (user + system) / 1000 / bare.threads;
  const memoryMb = (process.memoryUsage().rss - rss) / bare.threads / 2 ** 20;
  const byCpu = await bare.byCpu();
  await load(askApertium, IN_FLIGHT, 5);
  await load(ask, IN_FLIGHT, 2);
  await bare.run(2);
  const [theirs, ours, batches, apertium] = [[], [], [], []];
  for (let i = 0; i < ROUNDS; i++) {
    theirs.push(await bare.run(SECONDS / 2));
    ours.push((await load(ask, IN_FLIGHT, SECONDS / 2)).perSecond);
    batches.push((await load(askBatch, 1, SECONDS / 2)).perSecond * IN_FLIGHT);
    apertium.push((await load(askApertium, IN_FLIGHT, SECONDS / 2)).perSecond);
  }
  bare.stop();
  const rates = [
    [`bare WebAssembly, ${bare.threads} threads`, median(theirs)],
    ["Dragoman over HTTP, a sentence a request", median(ours)],
    [`Dragoman over HTTP, ${IN_FLIGHT} sentences a request`, median(batches)],
    ["Dragoman over HTTP, Apertium", median(apertium)],
  ];
  return { first, overhead: 100 * (1 - median(ours) / median(theirs)), rates, memoryMb, startMs, byCpu };
}

async function cached(ask) {
  await load(ask, IN_FLIGHT, 2);
  return pace(ask, HITS_PER_SECOND, SECONDS);
}

function translator({ url }, key, engine = "bergamot") {
  const body = JSON.stringify({ text: SENTENCE, source: "en", target: "es", engine });
  return post(`${url}/v1/translate`, "application/json", key, () => body);
}

/** Starts as many threads as the service has, which share the sentences in flight. */
async function startBare() {
  const threads = Math.max(1, Math.min(4, os.availableParallelism()));
  const script = path.resolve(import.meta.dirname, "../../.build/bergamot-worker.mjs");
  const workers = await Promise.all(
    Array.from({ length: threads }, async () => {
      const worker = new Worker(script, { env: {}, stdout: true, stderr: true });
      await ask(worker, { kind: "load", ...model });
      return worker;
    }),
  );
  const share = Math.ceil(IN_FLIGHT / threads);
  const tasks = Array(share).fill({ text: SENTENCE, html: false, wantsQuality: false });
  return {
    threads,
    /** Sentences per second. */
    async run(seconds) {
      const started = performance.now();
      const counts = await Promise.all(
        workers.map(async (worker) => {
          let count = 0;
          for (; performance.now() - started < seconds * 1000; count += share) {
            const { done } = await ask(worker, { kind: "translate", tasks });
            if (done[0].text !== TRANSLATION) throw new Error("The bare WebAssembly does not translate.");
          }
          return count;
        }),
      );
      return (1000 * counts.reduce((a, b) => a + b, 0)) / (performance.now() - started);
    },
    /** Words per second of CPU time of one thread, by number of sentences in a batch. */
    async byCpu() {
      const rows = [];
      for (const size of [1, 4, 16]) {
        const batch = { kind: "translate", tasks: Array(size).fill(tasks[0]) };
        await ask(workers[0], batch);
        const before = process.cpuUsage();
        const started = performance.now();
        let words = 0;
        for (; performance.now() - started < SECONDS * 500; words += size * WORDS) await ask(workers[0], batch);
        const { user, system } = process.cpuUsage(before);
        rows.push([size, (words * 1e6) / (user + system)]);
      }
      return rows;
    },
    stop: () => workers.map((worker) => worker.terminate()),
  };
}

function ask(worker, question) {
  return new Promise((resolve) => {
    worker.once("message", resolve);
    worker.postMessage(question);
  });
}
