import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEEPL_LANGUAGES, deeplLanguages, enEs, FakeVendor, interactive } from "@/e2e/doubles/fake-vendor";
import { type Env, readEnv } from "@/lib/base/env";
import { Router } from "@/lib/engines/routing";
import { plainSegment } from "@/lib/text/segment";
import { configuredServices } from "./configured";
import { openService } from "./service";

let elsewhere: FakeVendor;
let here: FakeVendor;
beforeAll(async () => {
  elsewhere = await FakeVendor.start(({ url }) =>
    url === DEEPL_LANGUAGES ? deeplLanguages("en", "es") : { json: { translations: [{ text: "from DeepL" }] } },
  );
  here = await FakeVendor.start(({ url }) =>
    url === "/languages"
      ? { json: [{ code: "en", targets: ["es"] }] }
      : { json: { translatedText: ["from LibreTranslate"] } },
  );
});
afterAll(() => Promise.all([elsewhere.close(), here.close()]));
beforeEach(() => {
  elsewhere.asked.length = 0;
});

const configuredEngines = (env: Env) => configuredServices(env).map((service) => openService(service, env));

describe("services configured by environment variables", () => {
  test("a service is configured only by Dragoman's own settings, not by an API key that other programs also use", () => {
    expect(configuredEngines(readEnv({}))).toEqual([]);
    expect(configuredEngines(readEnv({ OPENAI_API_KEY: "sk-1", GOOGLE_ID: "x", GOOGLE_SECRET: "y" }))).toEqual([]);
  });

  test("every configured service is available, and its address decides whether it counts as local", () => {
    const engines = configuredEngines(
      readEnv({
        DEEPL_API_KEY: "k",
        GOOGLE_TRANSLATE_KEY_FILE: "/etc/dragoman/google.json",
        AZURE_TRANSLATOR_KEY: "k",
        OPENAI_MODEL: "qwen3",
        OPENAI_URL: "http://localhost:11434/v1/",
        LIBRETRANSLATE_URL: "http://127.0.0.1:5000",
        APY_URL: "https://apertium.org/apy",
      }),
    );
    expect(engines.map(({ id, local }) => `${id} ${local}`)).toEqual([
      "deepl false",
      "google false",
      "azure false",
      "openai true",
      "libretranslate true",
      "apy false",
    ]);
  });

  test("a service address with a password is refused", () => {
    expect(() => readEnv({ LIBRETRANSLATE_URL: "https://me:hush@example.org" })).toThrow("LIBRETRANSLATE_URL");
    expect(() => readEnv({ LIBRETRANSLATE_URL: "https://me:hush@example.org" })).not.toThrow("hush");
  });
});

describe("an account restricted to this machine", () => {
  const settings = () =>
    readEnv({ DEEPL_API_KEY: "k", DEEPL_URL: elsewhere.url, LIBRETRANSLATE_URL: here.url, ENGINE_TIMEOUT_MS: "5000" });
  const said = async (localOnly: boolean, except: string[] = []): Promise<string | null> => {
    const router = new Router(configuredEngines(settings()));
    const hops = await router.route("en", "es", { localOnly, except });
    const [hop] = hops ?? [];
    if (!hop) return null;
    const [translated] = await router.translate(hop, [plainSegment("The house")], interactive);
    return translated?.text ?? null;
  };

  test("an account restricted to this machine never uses a remote service, even a better one", async () => {
    expect(await said(false)).toBe("from DeepL");
    elsewhere.asked.length = 0;
    expect(await said(true)).toBe("from LibreTranslate");
    expect(await said(true, ["libretranslate"])).toBeNull();
    expect(elsewhere.asked.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(elsewhere.asked.map(({ body }) => body).join("")).toBe("");
  });

  test("an account restricted to this machine doesn't see languages that only remote services support", async () => {
    const router = new Router(configuredEngines(settings()));
    expect((await router.languages({ localOnly: true })).map(({ code }) => code)).toEqual(["en"]);
    expect(await router.route(enEs.target, enEs.source, { localOnly: true })).toBeNull();
  });
});
