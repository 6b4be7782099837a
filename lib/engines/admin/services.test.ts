import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { db, sql } from "@/db/client";
import { engineServices } from "@/db/schema";
import { DEEPL_LANGUAGES, deeplLanguages, FakeVendor, interactive } from "@/e2e/doubles/fake-vendor";
import { newProject } from "@/e2e/projects";
import { closeEngines, engines, router } from "@/lib/engines/registry";
import { ServiceBody, ServiceTestBody } from "@/lib/schemas/engines";
import { plainSegment } from "@/lib/text/segment";
import { followServices, SERVICES_CHANNEL } from "./follow-services";
import { qualityJob } from "./quality/job";
import { OWN_SET, readTestSet } from "./quality/test-set";
import {
  listQualities,
  listServices,
  removeService,
  setAndMeasure,
  setQuality,
  setService,
  testService,
} from "./services";
import { sealKey } from "./stored-services";

// Set before the settings are read for the first time.
vi.hoisted(() => {
  process.env.DRAGOMAN_SECRET ??= "a secret of the tests that is long enough";
  process.env.LIBRETRANSLATE_URL = "http://127.0.0.1:9";
});

const KEY = "0d1f2e3c-planted-secret-key:fx";
const SERVICE_ACCOUNT = JSON.stringify({
  type: "service_account",
  project_id: "words-1",
  private_key: "-----BEGIN PRIVATE KEY-----",
  client_email: "robot@words-1.iam.gserviceaccount.com",
});

const ownSet = await readTestSet(OWN_SET);

let fakeVendor: FakeVendor;
beforeAll(async () => {
  fakeVendor = await FakeVendor.start(({ url, headers }) => {
    if (headers.authorization !== `DeepL-Auth-Key ${KEY}`) return { status: 403, text: "" };
    return url === DEEPL_LANGUAGES ? deeplLanguages("en", "lv") : { json: { translations: [{ text: "Labrīt." }] } };
  });
});
afterEach(async () => {
  for (const { kind, origin } of (await listServices()).services) if (origin === "settings") await removeService(kind);
});
afterAll(async () => {
  await closeEngines();
  await fakeVendor.close();
});

const set = (change: Record<string, unknown> = {}) =>
  setService(ServiceBody.parse({ kind: "deepl", url: fakeVendor.url, key: KEY, ...change }));

const tested = (body: Record<string, unknown>) => testService(ServiceTestBody.parse(body));

async function translated(): Promise<string | undefined> {
  const [hop] = (await router().route("en", "lv")) ?? [];
  const [answer] = hop ? await hop.engine.translate([plainSegment("Good morning.")], hop, interactive) : [];
  return answer?.text;
}

describe("a service configured by an administrator", () => {
  test("a service set by an administrator translates immediately, until it is switched off or removed", async () => {
    expect(await translated()).toBeUndefined();
    await set();
    expect(await translated()).toBe("Labrīt.");
    await set({ key: undefined, enabled: false });
    expect(await translated()).toBeUndefined();
    await set({ key: undefined });
    expect(await translated()).toBe("Labrīt.");
    await removeService("deepl");
    expect(await translated()).toBeUndefined();
    await expect(removeService("deepl")).rejects.toMatchObject({ code: "not_found" });
  });

  test("every process uses a new service after receiving the change event", async () => {
    await followServices();
    const key = sealKey("deepl", KEY);
    await db()
      .insert(engineServices)
      .values({ kind: "deepl", enabled: true, settings: { url: fakeVendor.url }, key });
    await sql()`select pg_notify(${SERVICES_CHANNEL}, '')`;
    await expect.poll(translated).toBe("Labrīt.");
  });

  test("an unchanged service keeps its running engine when another service is set", async () => {
    await set();
    const engine = engines().find(({ id }) => id === "deepl");
    await setService(ServiceBody.parse({ kind: "apy", url: "http://127.0.0.1:9", force: true }));
    await set({ key: undefined });
    expect(engines().find(({ id }) => id === "deepl")).toBe(engine);
  });

  test("the bucket of a Google service is stored without the gs:// prefix", async () => {
    const google = { kind: "google", key: SERVICE_ACCOUNT, url: undefined, region: "us-central1", force: true };
    expect(await set({ ...google, bucket: "gs://my-terms/" })).toMatchObject({
      bucket: "my-terms",
      region: "us-central1",
    });
    expect(await set({ ...google, key: undefined })).toMatchObject({ bucket: null });
  });

  test("a service set by an administrator doesn't replace or change a service set by environment variables", async () => {
    await setService(ServiceBody.parse({ kind: "libretranslate", url: "http://127.0.0.1:10", force: true }));
    const shown = (await listServices()).services.filter(({ kind }) => kind === "libretranslate");
    expect(shown).toMatchObject([
      { origin: "environment", url: "http://127.0.0.1:9" },
      { origin: "settings", url: "http://127.0.0.1:10", isOverridden: true },
    ]);
    expect(engines().filter(({ id }) => id === "libretranslate")).toHaveLength(1);
  });

  test.each([
    ["without its key", { kind: "deepl" }],
    ["without its address", { kind: "apy" }],
    ["without its model", { kind: "openai", url: "http://127.0.0.1:9" }],
    ["with a field that is not its own", { kind: "deepl", key: "k", model: "m" }],
    ["with a password in its address", { kind: "apy", url: "http://me:hush@127.0.0.1:9" }],
    ["with a bucket that is not its own", { kind: "azure", key: "k", bucket: "my-terms" }],
    ["with a bucket that is none", { kind: "google", key: SERVICE_ACCOUNT, bucket: "my terms" }],
    ["with a key file that is none", { kind: "google", key: "{}" }],
    ["with a language that is none", { kind: "openai", url: "http://a.b", model: "m", languages: ["en", "xq-zz"] }],
  ])("an incomplete or invalid service is refused: %s", async (_, body) => {
    await expect((async () => setService(ServiceBody.parse(body)))()).rejects.toThrow();
    expect(await db().select().from(engineServices)).toEqual([]);
  });
});

describe("the trial translation of a service", () => {
  test("a service whose trial fails is not saved, unless saving is forced", async () => {
    const wrong = { key: "a-wrong-key", url: fakeVendor.url };
    await expect(set(wrong)).rejects.toMatchObject({
      code: "trial_failed",
      status: 422,
      details: { trial: { ok: false, sent: "Good morning.", received: null, pairs: [], refusal: { status: 403 } } },
    });
    expect(await db().select().from(engineServices)).toEqual([]);
    expect(await set({ ...wrong, force: true })).toMatchObject({ kind: "deepl", trial: { ok: false } });
    expect(await db().select().from(engineServices)).toHaveLength(1);
  });

  test("no service trial runs when a service is switched off, even if the service is down", async () => {
    await set();
    fakeVendor.forget();
    expect(await set({ key: undefined, enabled: false })).toMatchObject({ enabled: false, trial: null });
    expect(fakeVendor.asked).toEqual([]);
    expect(await set({ key: undefined })).toMatchObject({ trial: { ok: true, received: "Labrīt." } });
  });

  test("a service trial fails if no translation succeeds", async () => {
    fakeVendor.next.push(null, { json: { translations: [{ text: " " }] } });
    await expect(set()).rejects.toMatchObject({ details: { trial: { refusal: { reason: "unexpected_answer" } } } });
  });

  describe("measuring language pairs with English", () => {
    const { sentences } = ownSet;
    const pairOf = async (target: string) =>
      (await router().routesFor("en", target)).find(({ hops }) => hops[0]?.engine.id === "apy");
    let apertium: FakeVendor;
    let isSlow = false;
    beforeAll(async () => {
      const pairs = ["es", "fr", "lv"].map((target) => ({ sourceLanguage: "en", targetLanguage: target }));
      apertium = await FakeVendor.start(({ url, body }) => {
        if (url === "/listPairs") return { json: { responseData: pairs } };
        const asked = new URLSearchParams(body);
        const target = asked.get("langpair")?.split("|")[1] ?? "";
        const at = sentences.get("en")?.indexOf(asked.get("q")?.replaceAll("&#39;", "'") ?? "") ?? -1;
        if (isSlow && at >= 0) return { status: 500, text: "" };
        // The Spanish answer equals the reference; the French one has nothing in common with it.
        const translatedText = target === "es" ? (sentences.get("es")?.[at] ?? "Buenos días.") : "xyz";
        return { json: { responseData: { translatedText } } };
      });
    });
    afterAll(() => apertium.close());
    const save = () => setService(ServiceBody.parse({ kind: "apy", url: apertium.url }));

    test("a service is ranked by the measured quality of each pair until an administrator sets the quality or removes the service", async () => {
      const { trial } = await save();
      expect(trial).toMatchObject({ ok: true, sent: "Good morning.", received: "Buenos días." });
      const pair = { source: "en", sent: expect.stringMatching(/^The train/), ms: expect.any(Number) };
      expect(trial?.pairs).toEqual([
        { ...pair, target: "es", chrf: 100, received: expect.stringMatching(/^El tren/) },
        { ...pair, target: "fr", chrf: expect.any(Number), received: "xyz" },
      ]);
      expect(trial?.pairs[1]?.chrf).toBeLessThan(15);
      expect(await pairOf("es")).toMatchObject({ rank: 84 });
      expect(await pairOf("fr")).toMatchObject({ rank: 0 });
      expect((await pairOf("lv"))?.rank).toBeGreaterThan(20);

      await setQuality({ engine: "apy", source: "en", target: "es", quality: 41.5 });
      expect(await pairOf("es")).toMatchObject({ rank: 41.5 });
      await save();
      expect((await listQualities()).qualities).toEqual([
        { engine: "apy", source: "en", target: "es", quality: 41.5, origin: "set" },
        { engine: "apy", source: "en", target: "fr", quality: 0, origin: "measured" },
      ]);
      await setQuality({ engine: "apy", source: "en", target: "es", quality: null });
      expect((await pairOf("es"))?.rank).not.toBe(41.5);
      await removeService("apy");
      expect((await listQualities()).qualities).toEqual([]);
      await expect(setQuality({ engine: "apy", source: "en", target: "es", quality: 1 })).rejects.toThrow("engine");
    });

    test("a service trial tests the language pairs of the account's projects first, and includes pairs without test sentences", async () => {
      const { caller } = await newProject({ targetLanguages: ["lv", "es", "ja"] });
      await newProject({ sourceLanguage: "ja", targetLanguages: ["en"] });
      const body = ServiceBody.parse({ kind: "apy", url: apertium.url });
      const { trial } = await setAndMeasure(caller.accountId, body);
      expect(trial?.pairs.map(({ target, chrf, received }) => [target, chrf === null, received?.slice(0, 7)])).toEqual([
        ["lv", true, "xyz"],
        ["es", false, "El tren"],
        ["ja", true, undefined],
        ["fr", false, "xyz"],
      ]);
      const { caller: other } = await newProject({ sourceLanguage: "ja", targetLanguages: ["en"] });
      const [first] = (await setAndMeasure(other.accountId, body)).trial?.pairs ?? [];
      expect(first).toEqual({ source: "ja", target: "en", chrf: null, sent: null, received: null, ms: null });
    });

    test("a quality job measures a service in the local network with all test sentences, like the built-in engines", async () => {
      await save();
      const progress = vi.fn(async () => {});
      const context = { signal: new AbortController().signal, progress, shouldPause: async () => false };
      await qualityJob.run({ accountId: "acc_x", payload: { engine: "apy" } } as never, context);
      const { result, qualities } = await listQualities();
      expect(result).toMatchObject({ set: "Dragoman", sentences: 20 });
      const scores = (engine: string) =>
        result?.rows.filter((row) => row.engine === engine).map(({ target }) => target);
      expect(scores("apy")).toEqual(["es", "fr"]);
      expect(scores("apertium")).toEqual(["es", "fr"]);
      expect(progress).toHaveBeenLastCalledWith(4, 4);
      expect(qualities).toContainEqual({ engine: "apy", source: "en", target: "es", quality: 82, origin: "measured" });
    });

    test("a service trial omits pairs whose translation fails", async () => {
      isSlow = true;
      expect((await save()).trial).toMatchObject({ ok: true, pairs: [] });
    });
  });
});

describe("the key of a service", () => {
  test("a service's key is stored encrypted, and only its last four characters are shown", async () => {
    const view = await set();
    expect(view).toMatchObject({ hasKey: true, keyEnd: "y:fx" });
    const [row] = await db().select().from(engineServices);
    expect(JSON.stringify([view, await listServices()])).not.toContain(KEY.slice(0, 12));
    expect(row?.key?.toString("latin1")).not.toContain(KEY.slice(0, 12));
    expect((await set({ key: "short", force: true })).keyEnd).toBeNull();
  });

  test("a stored key is kept if the form omits it, but is not sent to a different address", async () => {
    await set();
    await set({ key: undefined });
    expect(await translated()).toBe("Labrīt.");
    await expect(set({ key: undefined, url: "http://127.0.0.1:9" })).rejects.toMatchObject({
      details: { errors: [{ path: "key", code: "required" }] },
    });
    expect(await translated()).toBe("Labrīt.");
  });

  test.each([
    ["is damaged", Buffer.alloc(60)],
    ["was encrypted for another service", sealKey("azure", KEY)],
  ])("a service whose key %s is reported, and the other services still work", async (_, key) => {
    await set();
    await db().update(engineServices).set({ key });
    await sql()`select pg_notify(${SERVICES_CHANNEL}, '')`;
    const stored = (await listServices()).services.find(({ kind }) => kind === "deepl");
    expect(stored).toMatchObject({ hasKey: true, keyIsReadable: false });
    expect(await tested({ kind: "deepl" })).toMatchObject({
      ok: false,
      message: expect.stringContaining("Enter it again"),
    });
  });
});

describe("testing a service", () => {
  test("testing a service sends a real request, even if the service is switched off", async () => {
    await set({ enabled: false });
    fakeVendor.asked.length = 0;
    expect(await tested({ kind: "deepl" })).toMatchObject({
      ok: true,
      source: "en",
      target: "lv",
      translation: "Labrīt.",
      message: null,
    });
    // The second request checks whether the address leads back to this server.
    expect(fakeVendor.askedFor("/v2/translate")).toHaveLength(2);
  });

  test("a failed test of a service reports the cause without the key or the address", async () => {
    await set({ key: "a-wrong-and-planted-key", force: true });
    const wrong = await tested({ kind: "deepl" });
    expect(wrong).toMatchObject({ ok: false, message: expect.stringContaining("403") });
    expect(wrong.refusal).toEqual({ reason: "key_refused", status: 403 });
    expect(JSON.stringify(wrong)).not.toContain("planted");
    await expect(tested({ kind: "azure" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("a service can be tested with unsaved settings; an omitted key is taken from the stored settings", async () => {
    const unsaved = { kind: "deepl", url: fakeVendor.url, isUnsaved: true };
    expect(await tested({ ...unsaved, key: KEY })).toMatchObject({ ok: true, refusal: null });
    expect(await tested({ ...unsaved, key: "wrong" })).toMatchObject({ ok: false, refusal: { reason: "key_refused" } });
    expect(await db().select().from(engineServices)).toEqual([]);
    await set();
    expect(await tested(unsaved)).toMatchObject({ ok: true });
    await expect(tested({ ...unsaved, url: "http://127.0.0.1:9" })).rejects.toMatchObject({
      details: { errors: [{ path: "key", reason: "key_of_other_address" }] },
    });
    expect(() => ServiceTestBody.parse({ kind: "apy", isUnsaved: true })).toThrow();
  });

  test.each([
    [
      { status: 456, text: "" },
      { reason: "quota_used_up", status: 456 },
    ],
    [
      { status: 503, text: "" },
      { reason: "service_error", status: 503 },
    ],
    [{ text: "<html>" }, { reason: "unexpected_answer", status: null }],
    [{ json: [] }, { reason: "no_languages", status: null }],
  ])("a failed test of a service explains the server's response %j", async (reply, refusal) => {
    // The last two responses are for retries.
    fakeVendor.next.push(reply, reply, reply, reply);
    const outcome = await tested({ kind: "deepl", url: fakeVendor.url, key: KEY, isUnsaved: true });
    fakeVendor.next.length = 0;
    expect(outcome).toMatchObject({ ok: false, refusal });
  });

  test("a failed test of a service says if the server cannot be reached", async () => {
    const outcome = await tested({ kind: "apy", url: "http://127.0.0.1:9", isUnsaved: true });
    expect(outcome.refusal).toEqual({ reason: "unreachable", status: null });
  });
});
