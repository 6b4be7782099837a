import { startTestServer } from "../server.mjs";
import { startBarePipeline } from "./bare-pipeline.mjs";
import { makeKey } from "./make-key.mjs";
import { inFlight, round, seconds, table } from "./measure.mjs";

/** Projects: a long document in, a new version of it, and its machine drafts against the engine alone. */
const SENTENCE = "The committee will publish the final report about water quality next month";
const SEGMENTS = Number(process.env.BENCH_SEGMENTS ?? 10_000);
/** Through the bare pipeline, before and after. */
const BARE = 3_000;
/** What the issue asks for. */
const MOST_IMPORT_SECONDS = 10;
const LEAST_SHARE = 0.8;

const server = await startTestServer({ durable: true });
try {
  const key = await makeKey(server, { requestsPerHour: 100_000_000 });
  const call = caller(key);
  const project = await call("POST", "/v1/projects", {
    name: "Benchmark",
    sourceLanguage: "en",
    targetLanguages: ["es"],
    settings: { autoStart: false },
  });
  const lines = (change = (text) => text) =>
    Array.from({ length: SEGMENTS }, (_, i) => change(`${SENTENCE} ${i}.`, i)).join("\n");
  const sent = await call("POST", `/v1/projects/${project.id}/documents`, { name: "long.txt", content: lines() });
  const imported = await ended(call, sent.version.jobId);
  const edited = lines((text, i) => (i === SEGMENTS / 2 ? text.replace("final", "first") : text));
  const put = await call("PUT", `/v1/documents/${sent.id}/content`, { content: `One more line.\n${edited}` });
  const again = await ended(call, put.version.jobId);
  console.log(`\n### A document of ${SEGMENTS} segments\n`);
  console.log(
    table(
      ["import s", "segments/s", "new version s", "added", "changed"],
      [
        [
          round(imported.seconds, 1),
          round(SEGMENTS / imported.seconds),
          round(again.seconds, 1),
          again.result.added,
          again.result.changed,
        ],
      ],
    ),
  );
  claim(imported.seconds <= MOST_IMPORT_SECONDS, `The import took more than ${MOST_IMPORT_SECONDS} s.`);

  const bare = startBarePipeline("eng-spa");
  const sentences = Array.from({ length: BARE }, (_, i) => `${SENTENCE} ${i}.`);
  const bareRate = async () => BARE / (await seconds(() => inFlight(sentences, 8, (one) => bare.translate(one))));
  await inFlight(sentences.slice(0, 300), 8, (one) => bare.translate(one));
  // The pipeline of the service is up and warm, too.
  await call("POST", "/v1/translate", { text: sentences.slice(0, 100).join(" "), source: "en", target: "es" });
  const before = await bareRate();
  const { jobs } = await call("POST", `/v1/projects/${project.id}/pretranslate`, { method: ["tm", "mt"] });
  const drafted = await ended(call, jobs[0].id);
  const after = await bareRate();
  bare.stop();
  const rate = (SEGMENTS + 1) / drafted.seconds;
  const alone = (before + after) / 2;
  console.log("\n### Machine drafts, with memory, checks, revisions and counters\n");
  console.log(
    table(
      ["bare pipeline segments/s", "Dragoman segments/s", "share"],
      [[round(alone), round(rate), `${round((100 * rate) / alone)} %`]],
    ),
  );
  claim(rate >= LEAST_SHARE * alone, `Drafting ran below ${100 * LEAST_SHARE} % of the engine's bare rate.`);
} finally {
  await server.stop();
}

function caller(key) {
  return async (method, path, body) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body ? { "Content-Type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

/** Waits for a job; how long it ran, as the database's clock has it. */
async function ended(call, id) {
  for (;;) {
    const job = await call("GET", `/v1/jobs/${id}`);
    if (job.status === "succeeded") {
      return { ...job, seconds: (Date.parse(job.finishedAt) - Date.parse(job.startedAt)) / 1000 };
    }
    if (job.status !== "queued" && job.status !== "running") throw new Error(`A job failed: ${JSON.stringify(job)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function claim(holds, otherwise) {
  if (holds) return;
  console.log(`\n${otherwise}`);
  process.exitCode = 1;
}
