import type { Random } from "./random";
import { type Client, Over, type Requests } from "./requests";

/** The work that servers have accepted from clients; the database must contain exactly this. */
export type Promises = {
  /** File translations by id, with the account and the lines. */
  readonly files: Map<string, { readonly accountId: string; readonly lines: number }>;
  /** Documents of projects by id, with their lines. */
  readonly documents: Map<string, { readonly lines: number }>;
  readonly projects: Set<string>;
  readonly exports: Set<string>;
  /** Descriptions of wrong responses. */
  readonly wrong: string[];
};

const FILE_CLIENTS = 16;
const PROJECT_CLIENTS = 4;
const TEXT_CLIENTS = 3;
const BATCH_TEXTS = 8;
const POLL_MS = 300;

/**
 * Runs clients until `isEnough`: each sends some work, waits for its end, checks its result and starts again. Resolves
 * when all have finished their last work, or the run is over.
 */
export async function runLoad(
  requests: Requests,
  clients: readonly Client[],
  random: Random,
  isEnough: () => boolean,
): Promise<Promises> {
  const promises: Promises = {
    files: new Map(),
    documents: new Map(),
    projects: new Set(),
    exports: new Set(),
    wrong: [],
  };
  let number = 0;
  const repeat = async (count: number, work: (client: Client, number: number) => Promise<void>): Promise<void> => {
    const loop = async () => {
      while (!isEnough()) await work(random.pick(clients), ++number);
    };
    const ended = await Promise.allSettled(Array.from({ length: count }, loop));
    for (const one of ended) if (one.status === "rejected" && !(one.reason instanceof Over)) throw one.reason;
  };
  await Promise.all([
    repeat(FILE_CLIENTS, (client, n) => translateFile(requests, client, n, random.between(5, 80), promises)),
    repeat(PROJECT_CLIENTS, (client, n) => runProject(requests, client, n, random, promises)),
    repeat(TEXT_CLIENTS, async (client, n) => {
      await (n % 4 === 0 ? translateBatch : translateText)(requests, client, n, promises);
      await pause(random.between(50, 400));
    }),
  ]);
  return promises;
}

async function translateText(requests: Requests, client: Client, n: number, { wrong }: Promises): Promise<void> {
  const json = { text: line(n, 0), source: "en", target: "es" };
  const answer = await requests.send(client, { method: "POST", path: "/v1/translate", json, isCharged: true });
  if (answer.status !== 200 || !answer.json.translation.includes(mark(n, 0)))
    wrong.push(`a text: ${answer.status} ${answer.text.slice(0, 200)}`);
}

async function translateBatch(requests: Requests, client: Client, n: number, { wrong }: Promises): Promise<void> {
  const texts = Array.from({ length: BATCH_TEXTS }, (_, i) => line(n, i));
  const json = { texts, source: "en", target: "es" };
  const {
    status,
    text,
    json: body,
  } = await requests.send(client, {
    method: "POST",
    path: "/v1/translate/batch",
    json,
    isCharged: true,
  });
  const isWhole = status === 200 && texts.every((_, i) => body.translations[i]?.translation?.includes(mark(n, i)));
  if (!isWhole) wrong.push(`a batch: ${status} ${text.slice(0, 200)}`);
}

async function translateFile(
  requests: Requests,
  client: Client,
  n: number,
  lines: number,
  { files, wrong }: Promises,
): Promise<void> {
  const sent = await requests.send(client, {
    method: "POST",
    path: "/v1/translate/file",
    file: { name: `file-${n}.txt`, text: linesOf(n, lines), fields: { source: "en", target: "es" } },
    headers: { Prefer: "respond-async", "Idempotency-Key": `file-${n}` },
    isCharged: true,
  });
  if (sent.status !== 202 && sent.status !== 200) {
    wrong.push(`a file was refused: ${sent.status} ${sent.text.slice(0, 200)}`);
    return;
  }
  const { id } = sent.json;
  files.set(id, { accountId: client.accountId, lines });
  for (;;) {
    const { status, text, json } = await requests.send(client, {
      method: "GET",
      path: `/v1/files/${id}`,
      headers: { Prefer: "wait=10" },
      isCharged: false,
    });
    if (status !== 200 || ["failed", "cancelled"].includes(json.status)) {
      wrong.push(`file ${id}: ${status} ${text.slice(0, 600)}`);
      return;
    }
    if (json.status === "completed") break;
    await pause(POLL_MS);
  }
  const content = await requests.send(client, { method: "GET", path: `/v1/files/${id}/content`, isCharged: false });
  const got = content.text.trimEnd().split("\n");
  if (content.status !== 200 || got.length !== lines || !got.every((text, i) => text.includes(mark(n, i))))
    wrong.push(`content of file ${id}: ${content.status}, ${got.length} of ${lines} lines`);
}

/** Creates a project with documents, machine translations of them, and an export. */
async function runProject(
  requests: Requests,
  client: Client,
  n: number,
  random: Random,
  { projects, documents, exports, wrong }: Promises,
): Promise<void> {
  const post = (path: string, name: string, json: unknown) =>
    requests.send(client, { method: "POST", path, json, headers: { "Idempotency-Key": name }, isCharged: true });
  const project = await post("/v1/projects", `project-${n}`, {
    name: `Project ${n}`,
    sourceLanguage: "en",
    targetLanguages: ["es"],
  });
  if (project.status !== 201) {
    wrong.push(`a project was refused: ${project.status} ${project.text.slice(0, 200)}`);
    return;
  }
  const path = `/v1/projects/${project.json.id}`;
  projects.add(project.json.id);
  const count = random.between(1, 3);
  for (let i = 0; i < count; i++) {
    const lines = random.between(20, 120);
    const made = await post(`${path}/documents`, `document-${n}-${i}`, {
      name: `${n}-${i}.txt`,
      content: linesOf(n + i / 10, lines),
    });
    if (made.status !== 202) {
      wrong.push(`a document was refused: ${made.status} ${made.text.slice(0, 200)}`);
      return;
    }
    documents.set(made.json.id, { lines });
  }
  // Each document is imported and then machine-translated.
  const ended = async (): Promise<boolean> => {
    const { json } = await requests.send(client, { method: "GET", path: `${path}/jobs?limit=100`, isCharged: false });
    const jobs: { type: string; status: string; error: unknown }[] = json.jobs;
    for (const job of jobs.filter(({ status }) => status === "failed")) wrong.push(`a job: ${JSON.stringify(job)}`);
    if (jobs.some(({ status }) => status === "failed")) return true;
    return (
      jobs.filter(({ type, status }) => type === "pretranslate" && status === "succeeded").length >= 1 &&
      jobs.filter(({ type }) => type === "document_import").length >= count &&
      jobs.every(({ status }) => status === "succeeded")
    );
  };
  while (!(await ended())) await pause(POLL_MS);
  const made = await post(`${path}/exports`, `export-${n}`, { languages: ["es"], minState: "draft" });
  if (made.status !== 202 && made.status !== 200) {
    wrong.push(`an export was refused: ${made.status} ${made.text.slice(0, 200)}`);
    return;
  }
  exports.add(made.json.id);
  for (;;) {
    const { json } = await requests.send(client, {
      method: "GET",
      path: `/v1/exports/${made.json.id}`,
      isCharged: false,
    });
    if (json.status === "succeeded") return;
    if (json.status === "failed") {
      wrong.push(`an export: ${JSON.stringify(json.error)}`);
      return;
    }
    await pause(POLL_MS);
  }
}

/** A number that is unique to one line in the whole run. */
const mark = (n: number, i: number): string => String(Math.round(n * 10) * 1_000 + i);
const line = (n: number, i: number): string => `The house number ${mark(n, i)} is big.`;
const linesOf = (n: number, count: number): string => Array.from({ length: count }, (_, i) => line(n, i)).join("\n");
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
