import { beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "@/e2e/server.mjs";
import { baseUrl, newAccount } from "./client";

let key: string;
beforeAll(async () => {
  ({ key } = await newAccount({ tier: "pro" }));
});

type Options = { json?: unknown; form?: Record<string, string>; headers?: Record<string, string>; base?: string };

/** A request as LibreTranslate's clients send it. */
async function ask(method: string, path: string, { json, form, headers = {}, base = baseUrl() }: Options = {}) {
  const body = json !== undefined ? JSON.stringify(json) : form && new URLSearchParams(form);
  const response = await fetch(`${base}/libretranslate${path}`, {
    method,
    headers: { ...(json !== undefined ? { "Content-Type": "application/json" } : {}), ...headers },
    ...(body ? { body } : {}),
  });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("x-request-id")).toBeTruthy();
  const text = await response.text();
  return { status: response.status, json: text ? JSON.parse(text) : null, headers: response.headers };
}

describe("POST /translate", () => {
  test("LibreTranslate's API accepts JSON and forms, one text and several, and the key in each of its three forms", async () => {
    const wanted = { q: "The house is big.", source: "en", target: "es" };
    const { json, headers } = await ask("POST", "/translate", { json: { ...wanted, api_key: key, secret: "ignored" } });
    expect(json).toEqual({ translatedText: expect.stringMatching(/casa/) });
    expect(headers.get("ratelimit-policy")).toContain('"account"');
    expect((await ask("POST", "/translate", { form: { ...wanted, api_key: key } })).json).toEqual(json);
    expect((await ask("POST", "/translate", { json: { ...wanted, apiKey: key } })).json).toEqual(json);
    const bearer = { Authorization: `Bearer ${key}` };
    expect((await ask("POST", "/translate", { json: wanted, headers: bearer })).json).toEqual(json);
    expect((await ask("POST", `/translate?api_key=${key}`, { json: wanted })).json).toEqual(json);
    const several = await ask("POST", "/translate", { json: { ...wanted, q: ["The house.", ""], api_key: key } });
    expect(several.json).toEqual({ translatedText: [expect.stringMatching(/casa/), ""] });
  });

  test("LibreTranslate's API returns alternatives only on request", async () => {
    const json = { q: "The house", source: "en", target: "es", alternatives: 2, api_key: key };
    expect((await ask("POST", "/translate", { json })).json.alternatives).toBeInstanceOf(Array);
  });

  test("LibreTranslate's API returns a language even for undetectable text", async () => {
    const wanted = { source: "auto", target: "es", api_key: key };
    const { json } = await ask("POST", "/translate", {
      json: { ...wanted, q: "The house is big and the garden is small." },
    });
    expect(json.detectedLanguage).toEqual({ language: "en", confidence: expect.any(Number) });
    expect(json.detectedLanguage.confidence).toBeGreaterThan(50);
    const odd = await ask("POST", "/translate", { json: { ...wanted, q: ["zzgrmpf", "12", "ok"] } });
    expect([odd.status, odd.json.detectedLanguage.length]).toEqual([200, 3]);
  });

  test("LibreTranslate's API refuses invalid requests with LibreTranslate's messages", async () => {
    const refusal = async (json: Record<string, unknown>) => {
      const answer = await ask("POST", "/translate", { json: { api_key: key, ...json } });
      return [answer.status, answer.json.error];
    };
    expect(await refusal({ source: "en", target: "es" })).toEqual([400, "Invalid request: missing q parameter"]);
    expect(await refusal({ q: "a", target: "es" })).toEqual([400, "Invalid request: missing source parameter"]);
    expect(await refusal({ q: "a", source: "en" })).toEqual([400, "Invalid request: missing target parameter"]);
    expect(await refusal({ q: "a", source: "zz", target: "es" })).toEqual([400, "zz is not supported"]);
    expect(await refusal({ q: "a", source: "en", target: "es", format: "pdf" })).toEqual([
      400,
      "pdf format is not supported",
    ]);
    expect(await refusal({ q: 1, source: "en", target: "es" })).toEqual([400, expect.stringContaining("string")]);
    expect((await ask("GET", "/translate")).status).toBe(405);
  });
});

test("POST /detect returns at least one candidate, the best first", async () => {
  const { json } = await ask("POST", "/detect", {
    form: { q: "Bonjour tout le monde, comment allez-vous ?", api_key: key },
  });
  expect(json[0]).toEqual({ language: "fr", confidence: expect.any(Number) });
  expect((await ask("POST", "/detect", { json: { q: "12", api_key: key } })).json.length).toBeGreaterThan(0);
  expect((await ask("GET", "/detect")).status).toBe(405);
});

describe("files", () => {
  const send = async (fields: Record<string, string | Blob>, name = "a.txt") => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields))
      if (typeof value === "string") form.set(field, value);
      else form.set(field, value, name);
    const response = await fetch(`${baseUrl()}/libretranslate/translate_file`, { method: "POST", body: form });
    return { status: response.status, json: await response.json() };
  };
  const file = new Blob(["The house is big."]);

  test("LibreTranslate's API translates files, and serves them from an unguessable address without a key", async () => {
    const { status, json } = await send({ file, source: "en", target: "es", api_key: key });
    expect(status).toBe(200);
    const address: string = json.translatedFileUrl;
    expect(address.startsWith(`${baseUrl()}/libretranslate/download_file/`)).toBe(true);
    expect(address).not.toContain(key);
    const response = await fetch(address);
    expect(response.headers.get("content-disposition")).toContain("a.es.txt");
    expect(await response.text()).toBe("La casa es grande.");
    const at = address.lastIndexOf("/") + 1;
    for (const wrong of [address.slice(0, at) + address.slice(at).replace(/^./, "7"), `${address.slice(0, at)}a.txt`])
      expect((await fetch(wrong)).status).toBe(404);
  });

  test("LibreTranslate's API refuses invalid files with LibreTranslate's messages", async () => {
    const sent = { file, source: "en", target: "es", api_key: key };
    const { file: _, ...noFile } = sent;
    expect((await send(noFile)).json).toEqual({ error: "Invalid request: missing file parameter" });
    expect((await send({ ...sent, file: new Blob([]) })).json).toEqual({ error: "Invalid request: empty file" });
    const unknown = await send(sent, "a.unknown");
    expect([unknown.status, unknown.json.error]).toEqual([400, "Invalid request: file format not supported"]);
    expect((await send({ ...sent, target: "zz" })).json).toEqual({ error: "zz is not supported" });
    const narrow = await newAccount({ key: { scopes: ["translate"] } });
    expect((await send({ ...sent, api_key: narrow.key })).status).toBe(403);
  });
});

test("POST /suggest stores each different suggestion once, in a memory for suggestions", async () => {
  const wanted = { q: "Good <b>morning</b>", source: "en", target: "es", api_key: key };
  for (const s of ["Buenos días", "Muy buenos días", "Buenos días"])
    expect((await ask("POST", "/suggest", { form: { ...wanted, s } })).json).toEqual({ success: true });
  const headers = { Authorization: `Bearer ${key}` };
  const { translationMemories } = await (await fetch(`${baseUrl()}/v1/translation-memories`, { headers })).json();
  expect(translationMemories).toMatchObject([{ name: "Suggestions (en)", sourceLanguage: "en", units: 2 }]);
  const missing = await ask("POST", "/suggest", { form: wanted });
  expect([missing.status, missing.json.error]).toEqual([400, "Invalid request: missing s parameter"]);
});

describe("requests without a key", () => {
  test("LibreTranslate's languages, settings and health need no key, and accept GET with a JSON content type", async () => {
    const headers = { "Content-Type": "application/json" };
    const { json } = await ask("GET", "/languages", { headers });
    const english = json.find((one: { code: string }) => one.code === "en");
    expect(english).toEqual({ code: "en", name: "English", targets: expect.arrayContaining(["es"]) });
    expect((await ask("GET", "/health", { headers })).json).toEqual({ status: "ok" });
    expect((await ask("GET", "/frontend/settings")).json).toMatchObject({
      keyRequired: true,
      language: { source: { code: "auto" } },
    });
    const { json: document } = await ask("GET", "/spec");
    expect(Object.keys(document.paths)).toContain("/translate_file");
    for (const path of ["/languages", "/health", "/frontend/settings", "/spec"])
      expect((await ask("POST", path)).status, path).toBe(405);
  });

  test("LibreTranslate's API can be called by web pages of every origin, without credentials", async () => {
    const { status, headers } = await ask("OPTIONS", "/translate", {
      headers: { Origin: "https://extension.example" },
    });
    expect([status, headers.get("access-control-allow-methods")]).toEqual([204, "GET, POST"]);
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });
});

test("LibreTranslate's API is also served at the root if the settings enable it", async () => {
  const server = await startTestServer({
    env: { LIBRETRANSLATE_API: "root", DEEPL_API: "false", MODELS_OFFLINE: "true" },
  });
  expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: "ok" });
  expect((await fetch(`${server.url}/libretranslate/languages`)).status).toBe(200);
  expect((await fetch(`${server.url}/translate`, { method: "POST" })).status).toBe(400);
  await server.stop();
});

test("requests from a client address that the administrator assigned to a key need no key, and can still use another key", async () => {
  const { anotherKey, key: bound } = await newAccount();
  const other = await anotherKey({ scopes: ["usage:read"] });
  const server = await startTestServer({
    databaseUrl: process.env.DATABASE_URL!,
    secret: process.env.DRAGOMAN_SECRET!,
    env: {
      LIBRETRANSLATE_ADDRESS_KEYS: `10.7.0.0/16=${bound}`,
      TRUSTED_PROXIES: "127.0.0.1",
      MODELS_OFFLINE: "true",
    },
  });
  const status = async (address: string, fields: object = {}) => {
    const json = { q: "Good morning", source: "en", target: "es", ...fields };
    const response = await fetch(`${server.url}/libretranslate/translate`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": address },
      body: JSON.stringify(json),
    });
    return response.status;
  };
  expect(await status("10.7.1.2")).toBe(200);
  expect(await status("10.8.1.2")).toBe(400);
  expect(await status("10.7.1.2", { api_key: other.key })).toBe(403);
  const elsewhere = await fetch(`${server.url}/v1/me`, { headers: { "X-Forwarded-For": "10.7.1.2" } });
  expect(elsewhere.status).toBe(401);
  await server.stop();
});
