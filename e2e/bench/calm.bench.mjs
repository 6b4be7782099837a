import http from "node:http";
import net from "node:net";
import { startTestServer } from "../server.mjs";
import { makeKeys } from "./make-key.mjs";
import { memoryOfTree, post, quantile, round, seconds, table } from "./measure.mjs";

/**
 * What open connections cost others: 500 streams that report a change, texts during 64 slow
 * uploads and downloads; and the memory of a server over rounds of documents and editors.
 */
const [ACCOUNTS, STREAMS_EACH] = [25, 20];
const MAX_CHANGE_S = 2;
const SLOW = 64;
const TEXTS = 100;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const WARM_UP = Math.ceil(ROUNDS / 4);
const MAX_GROWTH = 1.05;

const server = await startTestServer({ durable: true });
const port = Number(new URL(server.url).port);
try {
  const keys = await makeKeys(server, { requestsPerHour: 100_000_000 }, ACCOUNTS);
  const projects = await Promise.all(keys.map((key, i) => newProject(key, `Project ${i}`)));
  await streams(keys, projects);
  await slowClients(keys[0]);
  await rounds(keys[0], projects[0]);
} finally {
  await server.stop();
}

async function streams(keys, projects) {
  const segments = await Promise.all(keys.map((key, i) => firstSegment(key, projects[i].id)));
  const before = memoryOfTree(server.pid);
  const open = [];
  const opening = await seconds(async () => {
    for (const [i, key] of keys.entries())
      open.push(...(await Promise.all(Array.from({ length: STREAMS_EACH }, () => stream(key, projects[i].id)))));
  });
  const memory = memoryOfTree(server.pid);
  const from = performance.now();
  const heard = Promise.all(open.map(({ changed }) => changed.then(() => (performance.now() - from) / 1_000)));
  const change = { text: "La casa es enorme.", state: "translated" };
  await Promise.all(
    keys.map((key, i) => {
      const { id, translation } = segments[i];
      const match = { "If-Match": `"${translation.revision}"` };
      return call(key, "PATCH", `/v1/segments/${id}/translations/es`, change, match);
    }),
  );
  const times = await heard;
  for (const { close } of open) close();
  if (Math.max(...times) > MAX_CHANGE_S) process.exitCode = 1;
  console.log(
    `\n### ${open.length} streams of ${keys.length} accounts; the last one hears of a change within ${MAX_CHANGE_S} s\n`,
  );
  console.log(
    table(
      ["opened in, s", "MB before", "MB with them", "first heard, s", "median", "last"],
      [[opening, before, memory, Math.min(...times), quantile(times, 0.5), Math.max(...times)].map((n) => round(n, 2))],
    ),
  );
}

async function firstSegment(key, projectId) {
  await addDocument(key, projectId, "house.txt", "The house is big.\n");
  const { segments } = await call(key, "GET", `/v1/projects/${projectId}/segments?limit=1&language=es`);
  return segments[0];
}

/** Resolves when the stream is ready; `changed` when it reports a change. */
function stream(key, projectId) {
  return new Promise((resolve, reject) => {
    const options = { port, path: `/v1/projects/${projectId}/stream`, agent: false, headers: authorised(key) };
    const sent = http.get(options, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream was answered ${response.statusCode}.`));
      let text = "";
      const { promise: changed, resolve: hear } = withResolvers();
      response.on("data", (bytes) => {
        text += bytes;
        if (text.includes("event: ready")) resolve({ changed, close: () => sent.destroy() });
        if (text.includes("event: changes")) hear();
      });
      response.on("error", () => {});
    });
    sent.on("error", reject);
  });
}

async function slowClients(key) {
  const text = post(`${server.url}/v1/translate`, "application/json", key, () =>
    JSON.stringify({ text: `It rains on day ${Math.random()}.`, source: "en", target: "es" }),
  );
  const measure = async () => {
    const times = [];
    for (let i = 0; i < TEXTS; i++) times.push(1_000 * (await seconds(text)));
    return [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)].map((ms) => round(ms, 1));
  };
  await measure();
  const rows = [["alone", ...(await measure())]];
  const large = await send(
    key,
    new File([`<!--${"house ".repeat(1_200_000)}--><p>The house is big.</p>`], "large.html"),
  );
  const head = `Host: bench\r\nAuthorization: Bearer ${key}\r\n`;
  const uploads = Array.from({ length: SLOW }, () =>
    slow(
      `POST /v1/translate/file HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n--x\r\n`,
    ),
  );
  rows.push([`${SLOW} slow uploads`, ...(await measure())]);
  const downloads = Array.from({ length: SLOW }, () =>
    slow(`GET /v1/files/${large.id}/original HTTP/1.1\r\n${head}\r\n`),
  );
  rows.push([`and ${SLOW} unread downloads of 7 MB`, ...(await measure())]);
  const memory = memoryOfTree(server.pid);
  for (const end of [...uploads, ...downloads]) end();
  rows.push(["afterwards", ...(await measure())]);
  console.log(`\n### Texts during slow connections, ms (server ${round(memory)} MB during them)\n`);
  console.log(table(["", "p50", "p95", "slowest"], rows));
}

/** A connection that sends a byte every 100 ms and reads nothing. */
function slow(beginning) {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.pause();
  socket.write(beginning);
  const timer = setInterval(() => beginning.startsWith("POST") && socket.writable && socket.write("x"), 100);
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}

async function rounds(key, project) {
  const memory = [];
  const lines = Array.from({ length: 300 }, (_, i) => `House number ${i} is big.`).join("\n");
  for (let i = 0; i < ROUNDS; i++) {
    const editors = await Promise.all(Array.from({ length: STREAMS_EACH }, () => stream(key, project.id)));
    const names = Array.from({ length: 4 }, (_, n) => `${i}-${n}.txt`);
    const documents = await Promise.all(names.map((name) => addDocument(key, project.id, name, lines)));
    const list = () => call(key, "GET", `/v1/projects/${project.id}/segments?limit=100&language=es`);
    for (let n = 0; n < 20; n++) await list();
    await Promise.all(documents.map(({ id }) => call(key, "DELETE", `/v1/documents/${id}`)));
    for (const { close } of editors) close();
    memory.push(memoryOfTree(server.pid));
  }
  const [early, late] = [memory.slice(WARM_UP, 2 * WARM_UP), memory.slice(-WARM_UP)].map((some) => quantile(some, 0.5));
  if (late > early * MAX_GROWTH) process.exitCode = 1;
  console.log(
    `\n### Memory of server and engines over ${ROUNDS} rounds of 4 documents and ${STREAMS_EACH} editors, MB\n`,
  );
  console.log(memory.map((mb) => round(mb)).join(", "));
  console.log(
    `\nMedian of rounds ${WARM_UP + 1} to ${2 * WARM_UP}: ${round(early)}; of the last ${WARM_UP}: ${round(late)}`,
  );
}

function authorised(key) {
  return { Authorization: `Bearer ${key}` };
}

async function call(key, method, path, body, more = {}) {
  const headers = { ...more, ...authorised(key), ...(body ? { "Content-Type": "application/json" } : {}) };
  const response = await fetch(server.url + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}

function newProject(key, name) {
  return call(key, "POST", "/v1/projects", { name, sourceLanguage: "en", targetLanguages: ["es"] });
}

/** Resolves when its drafts are made. */
async function addDocument(key, projectId, name, content) {
  const document = await call(key, "POST", `/v1/projects/${projectId}/documents`, { name, content });
  for (;;) {
    const { jobs } = await call(key, "GET", `/v1/projects/${projectId}/jobs?limit=100`);
    if (jobs.every(({ status }) => status !== "queued" && status !== "running")) return document;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function send(key, file) {
  const form = new FormData();
  form.set("source", "en");
  form.set("target", "es");
  form.set("file", file);
  const headers = { ...authorised(key), Prefer: "wait=60" };
  const response = await fetch(`${server.url}/v1/translate/file`, { method: "POST", headers, body: form });
  return response.json();
}

function withResolvers() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
