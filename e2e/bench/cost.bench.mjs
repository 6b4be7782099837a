import { readdirSync, readFileSync } from "node:fs";
import { startTestServer } from "../server.mjs";
import { chooseFormat, csvOf, longDocument, numbered } from "./document-files.mjs";
import { makeKey } from "./make-key.mjs";
import { load, median, post, round, table } from "./measure.mjs";

/**
 * What work costs in processor time, which other load changes less than the time by the clock: a request with 32
 * connections, and reading and writing documents of 1, 4 and 16 times a size. And the memory of an idle server.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = 3;
const CONNECTIONS = 32;
const MAX_REQUEST_MS = 0.7;
const MAX_IDLE_MB = 300;
/** Times of a document by its size: more than this per step of four is more than linear. */
const MAX_STEP = 5;
const SENTENCES = Number(process.env.BENCH_SENTENCES ?? 1_000);

const lines =
  (line, head = "", foot = "") =>
  (count) =>
    Buffer.from(head + Array.from({ length: count }, (_, i) => line(i, numbered(i))).join("") + foot);
const FORMATS = {
  txt: lines((_, text) => `${text}\n`),
  md: lines((i, text) => `${i % 10 === 0 ? "## " : ""}${text} See *this* and [that](https://example.org/${i}).\n\n`),
  html: lines((_, text) => `<p>${text} See <b>this</b>.</p>\n`, "<!doctype html><html><body>", "</body></html>"),
  csv: (count) => csvOf(count),
  json: lines((i, text) => `"key${i}": "${text}",\n`, "{\n", '"last": "The end."\n}\n'),
  yaml: lines((i, text) => `key${i}: "${text}"\n`),
  po: lines(
    (i, text) => `#: a.c:${i}\nmsgid "${text}"\nmsgstr ""\n\n`,
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n',
  ),
  properties: lines((i, text) => `key${i}=${text}\n`),
  strings: lines((i, text) => `"key${i}" = "${text}";\n`),
  xlf: lines(
    (i, text) => `<trans-unit id="${i}"><source>${text}</source></trans-unit>\n`,
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="es" datatype="plaintext" original="a"><body>',
    "</body></file></xliff>",
  ),
  xml: lines((_, text) => `<string name="a">${text}</string>\n`, "<resources>\n", "</resources>\n"),
  resx: lines((i, text) => `<data name="k${i}"><value>${text}</value></data>\n`, "<root>\n", "</root>\n"),
  ftl: lines((i, text) => `key-${i} = ${text}\n`),
  toml: lines((i, text) => `key${i} = "${text}"\n`),
  ini: lines((i, text) => `key${i}=${text}\n`, "[texts]\n"),
  js: lines((i, text) => `key${i}: "${text}",\n`, "export default {\n", "};\n"),
  php: lines((i, text) => `'key${i}' => '${text}',\n`, "<?php\nreturn [\n", "];\n"),
  adoc: lines((_, text) => `${text} See *this*.\n\n`),
  rst: lines((_, text) => `${text} See *this*.\n\n`),
  tex: lines(
    (_, text) => `${text} See \\emph{this}.\n\n`,
    "\\documentclass{article}\\begin{document}\n",
    "\\end{document}\n",
  ),
  rtf: lines((_, text) => `${text}\\par\n`, "{\\rtf1\\ansi\n", "}"),
  srt: lines((i, text) => `${i + 1}\n${time(i)} --> ${time(i + 1)}\n${text}\n\n`),
  docx: (count) => longDocument(count * 13),
};
const time = (i) => `${new Date(i * 2_000).toISOString().slice(11, 19)},000`;

const server = await startTestServer({ durable: true });
try {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const idle = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/smaps_rollup`, "utf8"))[1]) / 1_024;
  const key = await makeKey(server, { requestsPerHour: 100_000_000 });
  let number = 0;
  const ask = post(`${server.url}/v1/translate`, "application/json", key, () =>
    JSON.stringify({ text: numbered(++number), source: "en", target: "es" }),
  );
  await load(ask, CONNECTIONS, SECONDS);
  const figures = [];
  for (let i = 0; i < ROUNDS; i++) {
    const [from, programsFrom, first] = [cpuMs(server.pid), programsMs(server.pid), number];
    const { perSecond } = await load(ask, CONNECTIONS, SECONDS);
    const count = number - first;
    figures.push([(cpuMs(server.pid) - from) / count, (programsMs(server.pid) - programsFrom) / count, perSecond]);
  }
  const [own, programs, rate] = [0, 1, 2].map((at) => median(figures.map((figure) => figure[at])));
  if (own > MAX_REQUEST_MS || idle > MAX_IDLE_MB) process.exitCode = 1;
  console.log(
    `\n### A sentence with ${CONNECTIONS} connections, ms of processor time; at most ${MAX_REQUEST_MS} of the server\n`,
  );
  console.log(
    table(
      ["server", "engine", "requests/s", `MB of the idle server (at most ${MAX_IDLE_MB})`],
      [[round(own, 2), round(programs, 2), round(rate), round(idle)]],
    ),
  );
} finally {
  await server.stop();
}

const rows = [];
for (const [id, make] of Object.entries(FORMATS)) {
  const times = [];
  for (const factor of [1, 4, 16]) {
    const bytes = make(SENTENCES * factor);
    const each = [];
    for (let i = 0; i < ROUNDS; i++) each.push(await processorMs(() => translate(id, bytes)));
    times.push(Math.min(...each));
  }
  const steps = [times[1] / times[0], times[2] / times[1]];
  if (steps[1] > MAX_STEP) process.exitCode = 1;
  rows.push([id, ...times.map((ms) => round(ms)), ...steps.map((step) => round(step, 1))]);
}
console.log(
  `\n### Documents of ${SENTENCES} sentences, 4 and 16 times as many: processor time of reading and writing, ms\n`,
);
console.log(table(["format", "×1", "×4", "×16", "×4 / ×1", `×16 / ×4 (at most ${MAX_STEP})`], rows));

async function translate(id, bytes) {
  const document = await chooseFormat(bytes, `document.${id}`).open(bytes, { source: "en" });
  const texts = document.segments.map(({ text }) => ({ text: text.replace("The", "El") }));
  await document.write(texts, "es");
}

async function processorMs(work) {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

/** Processor time of a process in milliseconds. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** That of its descendants. */
function programsMs(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
  return children.reduce((sum, child) => sum + cpuMs(child) + programsMs(child), 0);
}
