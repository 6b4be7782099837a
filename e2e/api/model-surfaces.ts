import { execFile } from "node:child_process";
import path from "node:path";
import { expect } from "vitest";
import { call } from "./client";
import { addDocument } from "./project-work";

const CLI = path.resolve(import.meta.dirname, "../../lib/packages/cli/dist/dragoman.mjs");
const TEXT = "The house is big.";

export type Asked = { readonly base: string; readonly key: string; readonly target: string };
/** The response of an interface for a language pair: HTTP status or exit code, `Retry-After`, and the whole text. */
export type Said = { readonly status: number; readonly wait: number; readonly words: string };
type Surface = {
  readonly ask: (asked: Asked) => Promise<Said>;
  /** Status while a model is missing; a 503 also has `Retry-After`. */
  readonly refusal: number;
  /** The format of the error. */
  readonly shape: RegExp;
};

const CODE = /"code":"model_(?:unavailable|installing)"/;
const DETECTED = `${TEXT} We live in it.`;

async function send(url: string, headers: Record<string, string>, body: unknown): Promise<Said> {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method: "POST",
    headers: { ...(isForm ? {} : { "Content-Type": "application/json" }), ...headers },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: response.status, wait: Number(response.headers.get("retry-after")), words: await response.text() };
}

const http = (shape: RegExp, ask: Surface["ask"], refusal = 503): Surface => ({ ask, refusal, shape });

const v1 = (where: string, body: (target: string) => object, refusal = 503) =>
  http(CODE, ({ base, key, target }) => send(`${base}/v1${where}`, bearer(key), body(target)), refusal);

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

let visitors = 0;
/** Each visitor has their own address, because only a few texts per address are allowed. */
const visitor = (body: object) =>
  http(CODE, ({ base, target }) => {
    visitors += 1;
    const headers = { Origin: base, "Sec-Fetch-Site": "same-origin", "X-Forwarded-For": `10.1.2.${visitors}` };
    return send(`${base}/v1/try`, headers, { ...body, target });
  });

/** The reason why a job or file waits, after the job has run once. */
async function waiting(ask: () => Promise<{ json: any; text: string }>, reasonOf: (json: any) => unknown) {
  const isOver = (json: any) => !/^(?:queued|running|translating)$/.test(json.status) || reasonOf(json) !== undefined;
  let last = await ask();
  const look = async () => {
    last = await ask();
    return isOver(last.json);
  };
  await expect.poll(look, { timeout: 20_000 }).toBe(true);
  return { status: 202, wait: 1, words: last.text };
}

async function file({ base, key, target }: Asked): Promise<Said> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ source: "en", target })) form.set(name, value);
  form.set("file", new File([TEXT], "a.txt"));
  const { words } = await send(`${base}/v1/translate/file`, { ...bearer(key), Prefer: "respond-async" }, form);
  return waiting(
    () => call("GET", `/v1/files/${JSON.parse(words).id}`, { key, base }),
    ({ warnings }) => warnings[0],
  );
}

async function projectIn({ base, key, target }: Asked): Promise<string> {
  const body = { name: "Help", sourceLanguage: "en", targetLanguages: [target], workflow: "human" };
  const { json, text } = await call("POST", "/v1/projects", { key, base, body });
  expect(json.id, text).toBeTypeOf("string");
  await addDocument(key, json.id, [{ key: "a", source: TEXT }], "texts.json", base);
  return json.id;
}

async function drafts(asked: Asked): Promise<Said> {
  const { base, key } = asked;
  const project = await projectIn(asked);
  const { json } = await call("POST", `/v1/projects/${project}/pretranslate`, { key, base, body: {} });
  return waiting(
    () => call("GET", `/v1/jobs/${json.jobs[0].id}`, { key, base }),
    ({ result }) => result?.waitingFor,
  );
}

async function suggestion(asked: Asked): Promise<Said> {
  const { base, key, target } = asked;
  const project = await projectIn(asked);
  const { json } = await call("GET", `/v1/projects/${project}/segments?language=${target}`, { key, base });
  return send(`${base}/v1/segments/${json.segments[0].id}/suggestion?language=${target}`, bearer(key), {});
}

/** What the command line prints when it gives up after several attempts. */
export function command({ base, key, target }: Asked): Promise<Said> {
  const env = { PATH: process.env.PATH, DRAGOMAN_URL: base, DRAGOMAN_API_KEY: key } as unknown as NodeJS.ProcessEnv;
  const args = [CLI, "translate", TEXT, "--from", "en", "--to", target];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 200), wait: 0, words: stdout + stderr }),
    );
  });
}

/** Every interface that can translate. */
export const SURFACES: Readonly<Record<string, Surface>> = {
  "a text": v1("/translate", (target) => ({ text: TEXT, source: "en", target })),
  "a text without source": v1("/translate", (target) => ({ text: DETECTED, target })),
  HTML: v1("/translate", (target) => ({ text: `<p>${TEXT}</p>`, source: "en", target, format: "html" })),
  "several targets": v1("/translate", (target) => ({ text: TEXT, source: "en", targets: [target, "es"] }), 200),
  "a batch": v1("/translate/batch", (target) => ({ texts: [TEXT], source: "en", target })),
  "a batch without source": v1("/translate/batch", (target) => ({ texts: [DETECTED], target })),
  "a batch in several targets": v1(
    "/translate/batch",
    (target) => ({ texts: [TEXT], source: "en", targets: [target, "es"] }),
    200,
  ),
  "the page of visitors": visitor({ text: TEXT, source: "en" }),
  "the page of visitors without source": visitor({ text: DETECTED, source: "auto" }),
  "a file": { ask: file, refusal: 202, shape: CODE },
  "drafts of a project": { ask: drafts, refusal: 202, shape: /"reason":"|"downloadBytes":/ },
  "a suggestion for a segment": { ask: suggestion, refusal: 503, shape: CODE },
  DeepL: http(/^\{"message":"/, ({ base, key, target }) =>
    send(
      `${base}/v2/translate`,
      { Authorization: `DeepL-Auth-Key ${key}` },
      { text: [TEXT], source_lang: "EN", target_lang: target.toUpperCase() },
    ),
  ),
  DeepLX: http(/^\{"code":503,"message":"/, ({ base, key, target: target_lang }) =>
    send(`${base}/deeplx/translate?token=${key}`, {}, { text: TEXT, source_lang: "EN", target_lang }),
  ),
  LibreTranslate: http(/^\{"error":"/, ({ base, key, target }) =>
    send(`${base}/libretranslate/translate`, {}, { q: TEXT, source: "en", target, api_key: key }),
  ),
  "Google v2": http(/"reason":"backendError"/, ({ base, key, target }) =>
    send(`${base}/language/translate/v2?key=${key}`, {}, { q: TEXT, source: "en", target }),
  ),
  "Google v3": http(/"status":"UNAVAILABLE"/, ({ base, key, target: targetLanguageCode }) =>
    send(`${base}/v3/projects/any/locations/global:translateText`, bearer(key), {
      ...{ contents: [TEXT], sourceLanguageCode: "en", targetLanguageCode },
    }),
  ),
  "Microsoft 3.0": http(/"code":(?:503000|408001)/, ({ base, key, target }) =>
    send(
      `${base}/translator/text/v3.0/translate?api-version=3.0&from=en&to=${target}`,
      { "Ocp-Apim-Subscription-Key": key },
      [{ Text: TEXT }],
    ),
  ),
  "Microsoft of 2026": http(/"code":"(?:503000|408001)"/, ({ base, key, target: language }) =>
    send(`${base}/microsoft/translate?api-version=2026-06-06`, bearer(key), {
      inputs: [{ text: TEXT, language: "en", targets: [{ language }] }],
    }),
  ),
  "an assistant's tool": http(
    /\\"code\\":\\"model_/,
    ({ base, key, target }) =>
      send(
        `${base}/mcp`,
        { ...bearer(key), Accept: "application/json, text/event-stream" },
        {
          ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
          params: { name: "translate_text", arguments: { text: TEXT, source: "en", target } },
        },
      ),
    200,
  ),
};
