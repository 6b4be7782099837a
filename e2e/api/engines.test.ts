import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { TOY } from "@/e2e/doubles/bergamot/toy-models";
import { DEEPL_LANGUAGES, deeplLanguages, FakeVendor, wordByWord } from "@/e2e/doubles/fake-vendor";
import { newPerson } from "@/e2e/people";
import { startTestServer } from "@/e2e/server.mjs";
import { Browser } from "./browser";
import { call, newAccount } from "./client";

const PASSWORD = "larch-otter-42-vellum";
const KEY = "plantedkeyofaservice:fx";

const mozilla = new ModelServer();
let deepl: FakeVendor;
let here: Awaited<ReturnType<typeof startTestServer>>;
let there: Awaited<ReturnType<typeof startTestServer>>;
let admin: Browser;
let key: string;

beforeAll(async () => {
  await mozilla.start();
  deepl = await FakeVendor.start(({ url, headers, body }) => {
    if (headers.authorization !== `DeepL-Auth-Key ${KEY}`) return { status: 403, text: "" };
    if (url === DEEPL_LANGUAGES) return deeplLanguages("en", "lv");
    return { json: { translations: JSON.parse(body).text.map((text: string) => ({ text: wordByWord(text) })) } };
  });
  const shared = { databaseUrl: process.env.DATABASE_URL, secret: process.env.DRAGOMAN_SECRET };
  const env = { MODELS_SOURCE: mozilla.settings, MODELS_BUCKET: mozilla.bucket, LOG_LEVEL: "debug" };
  [here, there] = await Promise.all([startTestServer({ ...shared, env }), startTestServer({ ...shared, env })]);
  const { email } = await newPerson({ isAdmin: true, password: PASSWORD });
  admin = new Browser(here.url);
  await admin.signIn(email, PASSWORD);
  ({ key } = await newAccount());
});
afterAll(() => Promise.all([here.stop(), there.stop(), mozilla.stop(), deepl.close()]));

const translate = (body: object, base = here.url) => call("POST", "/v1/translate", { key, base, body });

describe("a neural model", () => {
  const model = async () => (await admin.send("GET", "/v1/admin/models")).json.models[0];

  test("the installation of a neural model shows its progress, and the model translates without a restart and can be removed", async () => {
    expect(await model()).toMatchObject({ pair: "en-es", installed: null, offered: { license: "MPL-2.0" } });
    const { json: offered } = await admin.send("GET", "/v1/admin/models/offers?source=en");
    expect(offered.offers).toMatchObject([{ target: "es", isBetter: true, models: [{ pair: "en-es" }] }]);
    const refused = await translate({ text: "Hello world.", source: "en", target: "es", engine: "bergamot" });
    expect(refused.json.error.details.errors).toMatchObject([
      { path: "engine", code: "format", suggestions: ["apertium"] },
    ]);

    const begun = await admin.send("POST", "/v1/admin/models/installations", { pairs: ["en-es"] });
    expect(begun).toMatchObject({ status: 202, json: { installations: [{ state: expect.any(String) }] } });
    await expect.poll(model).toMatchObject({ installation: null, installed: { version: "3.0" } });
    const body = { text: "Hello world.", source: "en", target: "es" };
    await expect.poll(async () => (await translate(body)).json.engine).toBe("bergamot");
    expect((await translate(body)).json).toMatchObject({ translation: "Hola mundo.", engine: "bergamot" });
    expect((await translate({ ...body, engine: "apertium" })).json.engine).toBe("apertium");
    const batch = { texts: ["Hello world."], source: "en", target: "es", engine: "bergamot" };
    const { json } = await call("POST", "/v1/translate/batch", { key, base: here.url, body: batch });
    expect(json.translations).toMatchObject([{ translation: "Hola mundo.", engine: "bergamot" }]);
    const listed = await call("GET", "/v1/engines?source=en&target=es", { key, base: here.url });
    const shown = { isLocal: true, formality: false, quality: expect.any(Number), qualityOrigin: "estimated" };
    expect(listed.json.engines).toEqual([
      { id: "bergamot", ...shown },
      { id: "apertium", ...shown },
    ]);

    expect((await admin.send("DELETE", "/v1/admin/models?pair=en-es")).status).toBe(204);
    await expect.poll(async () => (await translate(body)).json.engine).toBe("apertium");
    const { json: list } = await admin.send("GET", "/v1/admin/models");
    expect(list).toMatchObject({ isTurnedOff: false, source: expect.stringMatching(/^http/) });
    expect(list.demand).toContainEqual({ pair: "en-es", requests: expect.any(Number) });
  });

  test("a neural model is installed from uploaded files when the server has no internet connection", async () => {
    const form = new FormData();
    for (const name of [TOY.model, TOY.lex, TOY.vocab])
      form.append("file", new File([readFileSync(path.join(TOY.folder, name))], name));
    expect(await admin.send("POST", "/v1/admin/models/upload", form)).toMatchObject({
      status: 200,
      json: { pairs: ["en-es"] },
    });
    expect(await model()).toMatchObject({ installed: { origin: "import" } });
    expect((await admin.send("DELETE", "/v1/admin/models?pair=en-es")).status).toBe(204);
    const imported = await admin.send("POST", "/v1/admin/models/import", { folder: TOY.folder });
    expect(imported).toMatchObject({ status: 200, json: { pairs: ["en-es"] } });
    expect((await admin.send("DELETE", "/v1/admin/models?pair=en-es")).status).toBe(204);
    const nothing = await admin.send("POST", "/v1/admin/models/import", { folder: path.join(TOY.folder, "nothing") });
    expect(nothing.json.error.details.errors).toMatchObject([{ path: "folder" }]);
  });

  test("cancelling the download of a neural model leaves nothing installed", async () => {
    mozilla.fault = { kind: "stall", times: 100 };
    const begun = await admin.send("POST", "/v1/admin/models/installations", { pairs: ["en-es"] });
    await expect.poll(async () => (await model()).installation?.state).toBe("running");
    const [{ id }] = begun.json.installations;
    expect((await admin.send("DELETE", `/v1/admin/models/installations/${id}`)).status).toBe(204);
    await expect.poll(model).toMatchObject({ installation: null, installed: null });
    mozilla.fault = null;
  });
});

describe("an external translation service", () => {
  const body = { text: "The house", source: "en", target: "lv" };
  const status = async (base: string) => (await translate(body, base)).status;

  test("a translation service added by an administrator works in every process, and its key is never shown", async () => {
    expect(await status(here.url)).toBe(400);
    const wrong = await admin.send("PUT", "/v1/admin/engines/services", { kind: "deepl", key: KEY, model: "m" });
    expect(wrong.json.error.details.errors).toMatchObject([{ path: "model", code: "format" }]);
    const set = await admin.send("PUT", "/v1/admin/engines/services", { kind: "deepl", url: deepl.url, key: KEY });
    const trial = { ok: true, sent: "Good morning.", received: "Good morning.", ms: expect.any(Number), pairs: [] };
    expect(set).toMatchObject({ status: 200, json: { kind: "deepl", hasKey: true, keyEnd: "e:fx", trial } });
    const test = await admin.send("POST", "/v1/admin/engines/services/test", { kind: "deepl" });
    expect(test.json).toMatchObject({ ok: true, source: "en", target: "lv" });

    expect((await translate(body)).json).toMatchObject({ translation: "La casa", engine: "deepl" });
    await expect.poll(() => status(there.url)).toBe(200);
    const { json: languages } = await call("GET", "/v1/languages?source=en", { key, base: here.url });
    expect(languages.languages[0].targets).toContain("lv");

    const listed = await admin.send("GET", "/v1/admin/engines/services");
    const logs = [here, there].map(({ url }) =>
      readFileSync(path.join(import.meta.dirname, `../../test-results/server-${new URL(url).port}.log`), "utf8"),
    );
    for (const reported of [set.text, test.text, listed.text, ...logs])
      expect(reported).not.toContain(KEY.slice(0, 12));

    expect((await admin.send("DELETE", "/v1/admin/engines/services?kind=deepl")).status).toBe(204);
    expect(await status(here.url)).toBe(400);
    await expect.poll(() => status(there.url)).toBe(400);
  });

  test("a service is saved only if its test succeeds or the request forces it, and never if its address is this server", async () => {
    const wrong = { kind: "deepl", url: deepl.url, key: "another-key" };
    const refused = await admin.send("PUT", "/v1/admin/engines/services", wrong);
    expect(refused).toMatchObject({ status: 422, json: { error: { code: "trial_failed" } } });
    expect(refused.json.error.details.trial).toMatchObject({
      ok: false,
      refusal: { reason: "key_refused" },
      pairs: [],
    });
    const list = async () => (await admin.send("GET", "/v1/admin/engines/services")).json.services;
    expect(await list()).toEqual([]);
    expect((await admin.send("PUT", "/v1/admin/engines/services", { ...wrong, force: true })).status).toBe(200);
    expect(await list()).toMatchObject([{ kind: "deepl" }]);
    await admin.send("DELETE", "/v1/admin/engines/services?kind=deepl");

    // Servers of the same installation recognise each other as such.
    for (const { url } of [here, there])
      for (const own of [
        { kind: "libretranslate", url: `${url}/libretranslate`, key },
        { kind: "deepl", url, key },
        { kind: "azure", url: `${url}/translator/text/v3.0`, key },
        { kind: "openai", url: `${url}/v1`, model: "m" },
      ]) {
        const answer = await admin.send("PUT", "/v1/admin/engines/services", { ...own, force: true });
        expect(answer, own.kind).toMatchObject({ status: 422, json: { error: { code: "service_is_this_server" } } });
      }
    expect(await list()).toEqual([]);
  });

  test("services are ranked by the quality that an administrator sets", async () => {
    const pair = { engine: "apertium", source: "en", target: "es" };
    const engines = async () => (await call("GET", "/v1/engines?source=en&target=es", { key, base: here.url })).json;
    const { quality } = (await engines()).engines[0];
    expect((await admin.send("PUT", "/v1/admin/engines/quality", { ...pair, quality: 88.5 })).status).toBe(204);
    expect((await engines()).engines).toMatchObject([{ quality: 88.5, qualityOrigin: "set" }]);
    expect((await admin.send("GET", "/v1/admin/engines/quality")).json.qualities).toContainEqual({
      ...pair,
      quality: 88.5,
      origin: "set",
    });
    expect((await admin.send("PUT", "/v1/admin/engines/quality", { ...pair, quality: null })).status).toBe(204);
    expect((await engines()).engines).toMatchObject([{ quality, qualityOrigin: "estimated" }]);
    const unknown = await admin.send("PUT", "/v1/admin/engines/quality", { ...pair, engine: "x", quality: 1 });
    expect(unknown.status).toBe(404);
    expect((await admin.send("POST", "/v1/admin/engines/quality", { engine: "x" })).status).toBe(404);
  });

  test("the quality of a service is measured in the background with twenty sentences", async () => {
    const result = async () => (await admin.send("GET", "/v1/admin/engines/quality")).json;
    const before = (await result()).result?.at;
    expect((await admin.send("POST", "/v1/admin/engines/quality", { engine: "apertium" })).status).toBe(204);
    await expect.poll(async () => (await result()).measuring, { timeout: 60_000 }).toEqual([]);
    const measured = (await result()).result;
    expect(measured).toMatchObject({ set: "Dragoman", sentences: 20 });
    expect(measured.at).not.toBe(before);
    const row = { engine: "apertium", source: "en", target: "es", route: ["en", "es"], chrF: expect.any(Number) };
    expect(measured.rows).toContainEqual(expect.objectContaining(row));
  });

  test("a service receives no text of an account that keeps its texts on this server", async () => {
    await admin.send("PUT", "/v1/admin/engines/services", { kind: "deepl", url: deepl.url, key: KEY });
    const owner = await newPerson({ password: PASSWORD });
    const browser = new Browser(here.url);
    await browser.signIn(owner.email, PASSWORD);
    expect((await browser.send("PATCH", "/v1/account", { localOnly: true })).status).toBe(200);
    deepl.forget();
    const refused = await browser.send("POST", "/v1/translate", { ...body, engine: "deepl" });
    expect(refused.status).toBe(400);
    expect(refused.text).not.toContain("deepl");
    expect(deepl.asked.filter(({ method }) => method === "POST")).toEqual([]);
    await admin.send("DELETE", "/v1/admin/engines/services?kind=deepl");
  });
});

test("only administrators can manage models and services", async () => {
  const { email } = await newPerson({ password: PASSWORD });
  const owner = new Browser(here.url);
  await owner.signIn(email, PASSWORD);
  for (const [method, at, sent] of [
    ["GET", "/v1/admin/models"],
    ["GET", "/v1/admin/models/offers"],
    ["DELETE", "/v1/admin/models?pair=en-es"],
    ["POST", "/v1/admin/models/installations", { pairs: ["en-es"] }],
    ["DELETE", "/v1/admin/models/installations/job_00000000000000000000000000"],
    ["POST", "/v1/admin/models/import", { folder: "/" }],
    ["POST", "/v1/admin/models/upload"],
    ["GET", "/v1/admin/engines/services"],
    ["PUT", "/v1/admin/engines/services", { kind: "apy", url: "http://127.0.0.1:9" }],
    ["DELETE", "/v1/admin/engines/services?kind=apy"],
    ["POST", "/v1/admin/engines/services/test", { kind: "apy" }],
  ] as const) {
    expect((await owner.send(method, at, sent)).status, `${method} ${at}`).toBe(403);
    expect((await call(method, at, { key, base: here.url, ...(sent ? { body: sent } : {}) })).status).toBe(403);
  }
});
