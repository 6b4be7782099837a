import { readFileSync } from "node:fs";
import { startTestServer } from "../server.mjs";
import { startBarePipeline } from "./bare-pipeline.mjs";
import {
  csvOf,
  docx,
  docxOf,
  LINKING,
  linksAndProse,
  longDocument,
  numbered,
  SENTENCE,
  WORDS,
} from "./document-files.mjs";
import { makeKey } from "./make-key.mjs";
import { inFlight, load, median, post, quantile, round, seconds, table } from "./measure.mjs";

/**
 * Measures documents: reading and writing alone, long documents through the whole service, links compared with prose,
 * and the effect of many documents at once on other requests.
 */
const LONG_WORDS = Number(process.env.BENCH_WORDS ?? 100_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROWS = Number(process.env.BENCH_ROWS ?? 50_000);
const LINKS = Number(process.env.BENCH_LINKS ?? 4_000);
const UPLOADS = 20;

/**
 * Limits: the time of a document of links relative to prose of the same size, and the share of the bare rate that a
 * table reaches.
 */
const MAX_LINKS_RATIO = 1.5;
const MIN_TABLE_SHARE = 0.85;
const PAIRS = 3;

const RATES = ["bare pipeline words/s", "Dragoman words/s", "share", "server's peak MB", "at rest before MB"];

console.log("\n### Reading and writing a Word document, one core\n");
console.log(table(["MB of document XML", "reading MB/s", "writing MB/s", "both MB/s"], [await readingAndWriting(10)]));

const server = await startTestServer({ durable: true });
try {
  const key = await makeKey(server, { requestsPerHour: 100_000_000 });
  const long = await besideThePipeline(key, "long.docx", LONG_WORDS / WORDS, longDocument(LONG_WORDS));
  console.log(`\n### A Word document of ${LONG_WORDS} words through the service\n`);
  console.log(table(RATES, [long.row]));
  const rows = await besideThePipeline(key, "table.csv", ROWS, csvOf(ROWS), { columns: "text" });
  console.log(`\n### A CSV table of ${ROWS} rows through the service; at least ${100 * MIN_TABLE_SHARE} %\n`);
  console.log(table(RATES, [rows.row]));
  if (rows.share < MIN_TABLE_SHARE) process.exitCode = 1;
  console.log(
    `\n### ${LINKS} paragraphs of one link each, and prose of the same size; at most ${MAX_LINKS_RATIO} times\n`,
  );
  console.log(table(["", "MB", "links s", "prose s", "ratios", "median"], await linksBesideProse(key)));
  const { kinds, elapsed } = await manyAtOnce(key);
  console.log(
    `\n### ${UPLOADS} documents at once, done in ${round(elapsed, 1)} s, while others translate a sentence\n`,
  );
  console.log(table(["", "p50 ms without", "p50 ms with", "slower", "p99 ms with"], kinds));
} finally {
  await server.stop();
}

async function readingAndWriting(megabytes) {
  // Numbers vary, because text that compresses too well is rejected as hostile.
  const paragraph = (i) =>
    `<w:p w:rsidR="00${(i * 2654435761).toString(16)}" w:rsidRDefault="00AB12CD"><w:pPr><w:pStyle w:val="Normal"/><w:rPr><w:lang w:val="en-US"/></w:rPr></w:pPr><w:r w:rsidR="00AB12CD"><w:rPr><w:b/><w:sz w:val="22"/></w:rPr><w:t xml:space="preserve">${SENTENCE} ${i} &amp; more. </w:t></w:r><w:r><w:t>The second run ends here.</w:t></w:r></w:p>`;
  const count = Math.ceil((megabytes * 1e6) / paragraph(1).length);
  const bytes = docxOf(Array.from({ length: count }, (_, i) => paragraph(i)).join(""));
  const rates = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    const document = await docx.open(bytes, {});
    const opened = performance.now();
    // Translates every segment with its inline codes, so that each range is written.
    await document.write(
      document.segments.map(({ text }) => ({ text: text.replace("The", "El") })),
      "es",
    );
    const written = performance.now();
    rates.push([opened - start, written - opened, written - start].map((ms) => (megabytes * 1000) / ms));
  }
  return [megabytes, ...[0, 1, 2].map((i) => round(median(rates.map((rate) => rate[i])), 1))];
}

/**
 * Translates a document of numbered sentences, and before and after it the same sentences through the bare pipeline,
 * eight in flight.
 */
async function besideThePipeline(key, name, count, bytes, options) {
  const sentences = Array.from({ length: Math.ceil(count) }, (_, i) => numbered(i));
  const words = sentences.length * WORDS;
  const bare = startBarePipeline("eng-spa");
  await translated(key, longDocument(500), "warm.docx");
  await inFlight(sentences.slice(0, 500), 8, (sentence) => bare.translate(sentence));
  const atRest = memory("VmRSS");
  const before = await seconds(() => inFlight(sentences, 8, (sentence) => bare.translate(sentence)));
  const ours = await seconds(() => translated(key, bytes, name, options));
  const peak = memory("VmHWM");
  const after = await seconds(() => inFlight(sentences, 8, (sentence) => bare.translate(sentence)));
  bare.stop();
  const bareRate = words / ((before + after) / 2);
  const rate = words / ours;
  const share = rate / bareRate;
  return { share, row: [round(bareRate), round(rate), `${round(100 * share)} %`, round(peak), round(atRest)] };
}

/** Pairs alternate, because the speed of the machine varies. */
async function linksBesideProse(key) {
  const rows = [];
  for (const [kind, format] of LINKING.entries()) {
    const pairs = [];
    let size = 0;
    for (let i = 0; i < PAIRS; i++) {
      const { links, prose } = linksAndProse(format, LINKS, 1_000_000 + (kind * PAIRS + i) * LINKS * 2);
      size = links.length;
      const ofLinks = await seconds(() => translated(key, links, format.name));
      pairs.push([ofLinks, await seconds(() => translated(key, prose, format.name))]);
    }
    const ratios = pairs.map(([ofLinks, ofProse]) => ofLinks / ofProse);
    if (median(ratios) > MAX_LINKS_RATIO) process.exitCode = 1;
    rows.push([
      format.name.split(".")[1],
      round(size / 1e6, 2),
      ...[0, 1].map((at) => round(median(pairs.map((pair) => pair[at])), 1)),
      ratios.map((ratio) => round(ratio, 2)).join(", "),
      round(median(ratios), 2),
    ]);
  }
  return rows;
}

/** Sends requests of each kind in turn, with and without concurrent documents. */
async function manyAtOnce(key) {
  let number = 0;
  const kinds = [
    ["known from before", "en", () => `${SENTENCE}.`],
    ["new", "en", () => `${SENTENCE} ${++number}.`],
    ["new, of another direction", "fr", () => `Le comité publiera le rapport final sur la qualité ${++number}.`],
  ].map(([name, source, text]) => ({
    name,
    ask: post(`${server.url}/v1/translate`, "application/json", key, () =>
      JSON.stringify({ text: text(), source, target: "es" }),
    ),
  }));
  for (const { ask } of kinds) await load(ask, 1, 1);
  const without = await inTurns(kinds, (elapsed) => elapsed > SECONDS);
  const bytes = longDocument(3_000);
  let done = false;
  const uploads = seconds(() =>
    Promise.all(Array.from({ length: UPLOADS }, (_, i) => translated(key, bytes, `${i}.docx`))),
  ).finally(() => {
    done = true;
  });
  const beside = await inTurns(kinds, () => done);
  const rows = kinds.map(({ name }, i) => {
    const [before, now] = [median(without[i]), median(beside[i])];
    return [
      name,
      round(before, 1),
      round(now, 1),
      `${round(100 * (now / before - 1))} %`,
      round(quantile(beside[i], 0.99), 1),
    ];
  });
  return { kinds: rows, elapsed: await uploads };
}

/** Milliseconds of each request, by kind. */
async function inTurns(kinds, isOver) {
  const times = kinds.map(() => []);
  for (const started = performance.now(); !isOver((performance.now() - started) / 1000); ) {
    for (const [i, { ask }] of kinds.entries()) times[i].push(1000 * (await seconds(ask)));
  }
  return times;
}

/** Uploads a document and waits for its translation. */
async function translated(key, bytes, name, options = {}) {
  const form = new FormData();
  form.set("source", "en");
  form.set("target", "es");
  for (const [option, value] of Object.entries(options)) form.set(option, value);
  form.set("file", new File([bytes], name));
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${server.url}/v1/translate/file`, {
    method: "POST",
    headers: { ...headers, Prefer: "wait=60" },
    body: form,
  });
  let file = await response.json();
  while (file.status === "queued" || file.status === "translating") {
    await new Promise((resolve) => setTimeout(resolve, 50));
    file = await (await fetch(`${server.url}/v1/files/${file.id}`, { headers })).json();
  }
  if (file.status !== "completed") throw new Error(`The document was not translated: ${JSON.stringify(file)}`);
}

/** Memory of the server's process including threads, in MB: `VmRSS` is current, `VmHWM` the maximum so far. */
function memory(field) {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)[1]) / 1024;
}
