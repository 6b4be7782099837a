import * as client from "deepl-node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { engineContract } from "@/lib/engines/contract";
import { plainSegment } from "@/lib/text/segment";
import { deepl } from "./deepl";
import {
  enEs,
  expectNoSecret,
  interactive,
  type ReceivedRequest,
  type Reply,
  remoteEngine,
  SAMPLES,
  startFakeVendor,
  wordByWord,
} from "./fake-vendor";

const KEY = "0d1f-secret-key:fx";
/** However long the machine needs. */
const SLOW = { timeout: 30_000 };
const SOURCES = ["EN", "DE", "ES", "PT", "ZH", "NB"];
const TARGETS = ["EN-GB", "EN-US", "DE", "ES", "ES-419", "PT-BR", "PT-PT", "ZH", "ZH-HANS", "ZH-HANT", "NB"];

/** As documented by DeepL: errors are `{"message"}`, texts come as JSON or as a form, at most 50 and 128 KiB. */
function answer({ url, method, headers, body }: ReceivedRequest): Reply {
  if (headers.authorization !== `DeepL-Auth-Key ${KEY}`) return { status: 403, text: "" };
  const { pathname, searchParams } = new URL(url, "http://localhost");
  if (method === "GET" && pathname === "/v2/languages") {
    const codes = searchParams.get("type") === "target" ? TARGETS : SOURCES;
    return { json: codes.map((language) => ({ language, name: language, supports_formality: language === "DE" })) };
  }
  if (method === "GET" && pathname === "/v2/usage")
    return { json: { character_count: 180_118, character_limit: 500_000 } };
  if (method !== "POST" || pathname !== "/v2/translate") return { status: 404, json: { message: "Not found" } };
  if (Buffer.byteLength(body) > 128 * 1024) return { status: 413, json: { message: "Request Entity Too Large" } };
  const isJson = headers["content-type"]?.startsWith("application/json");
  const form = new URLSearchParams(body);
  const request = isJson ? JSON.parse(body) : { ...Object.fromEntries(form), text: form.getAll("text") };
  const texts: string[] = request.text;
  if (texts.length > 50) return { status: 400, json: { message: "Too many texts" } };
  if (!TARGETS.includes(request.target_lang.toUpperCase()))
    return { status: 400, json: { message: "Value for 'target_lang' not supported." } };
  if (texts.some((text) => request.tag_handling === "xml" && !isWellFormed(text)))
    return { status: 400, json: { message: "Tag handling parsing failed, please check input." } };
  return {
    json: {
      translations: texts.map((text) => ({
        detected_source_language: "EN",
        text: wordByWord(text),
        billed_characters: text.length,
      })),
    },
  };
}

function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  const rest = xml.replace(/<(\/?)([a-z]+)(?: [a-z]+="[^"<&]*")*(\/?)>/g, (_, close, name, self) => {
    if (self) return "";
    if (!close) open.push(name);
    return close && open.pop() !== name ? "<" : "";
  });
  return open.length === 0 && !/<|&(?!(?:amp|lt|gt|quot|apos);)|[\0-\x08]/.test(rest);
}

const fakeVendor = startFakeVendor(answer);

const vendor = (key = KEY) => deepl({ key, url: fakeVendor.url, backoffMs: 1 });

engineContract("DeepL", (queueLimit) => remoteEngine(vendor(), { queueLimit }), SAMPLES);

describe("DeepL's options", () => {
  const last = () => JSON.parse(fakeVendor.asked.findLast(({ url }) => url.startsWith("/v2/translate"))!.body);

  test("context and formality go along where the target has forms of address", async () => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    expect(engine.supports("formality", { source: "en", target: "de" })).toBe(true);
    expect(engine.supports("formality", { source: "en", target: "es" })).toBe(false);
    expect(engine.supports("instructions", { source: "en", target: "de" })).toBe(false);
    const options = { ...interactive, context: "A letter.", formality: "more", instructions: "Be brief." } as const;
    await engine.translate([plainSegment("The house is big.")], { source: "en", target: "de" }, options);
    expect(last()).toMatchObject({ context: "A letter.", formality: "more" });
    await engine.translate([plainSegment("The house is big.")], { source: "en", target: "es" }, options);
    expect(last()).toMatchObject({ context: "A letter." });
    expect(last()).not.toHaveProperty("formality");
  });
});

describe("the stand-in", () => {
  test("satisfies DeepL's own client", async () => {
    const translator = new client.Translator(KEY, { serverUrl: fakeVendor.url, maxRetries: 0 });
    expect((await translator.getTargetLanguages()).map(({ code }) => code)).toContain("pt-BR");
    expect((await translator.getUsage()).character?.limit).toBe(500_000);
    const results = await translator.translateText(["The house is big.", "<g>here</g>"], "en", "es", {
      tagHandling: "xml",
    });
    expect(results.map(({ text }) => text)).toEqual(["La casa es grande.", "<g>aquí</g>"]);
    await expect(translator.translateText("<g>", "en", "es", { tagHandling: "xml" })).rejects.toThrow("Bad request");
    const stranger = new client.Translator("wrong", { serverUrl: fakeVendor.url, maxRetries: 0 });
    await expect(stranger.getUsage()).rejects.toBeInstanceOf(client.AuthorizationError);
    fakeVendor.next.push({ status: 456, json: { message: "Quota exceeded" } });
    await expect(translator.translateText("x", null, "es")).rejects.toBeInstanceOf(client.QuotaExceededError);
    fakeVendor.next.push({ status: 429, json: { message: "Too many requests" } });
    await expect(translator.translateText("x", null, "es")).rejects.toBeInstanceOf(client.TooManyRequestsError);
  });
});

describe("DeepL", () => {
  test("declares plain languages by their usual variant, and no pair of one language", async () => {
    const engine = remoteEngine(vendor());
    const pairs = (await engine.directions()).map(({ source, target }) => `${source}>${target}`);
    expect(pairs).toEqual(
      expect.arrayContaining(["de>en", "de>en-GB", "en>pt", "en>pt-BR", "zh-Hans>de", "de>zh-Hant", "en>es-419"]),
    );
    expect(pairs).not.toContain("en>en-GB");
    await engine.translate([plainSegment("Haus")], { source: "de", target: "pt" }, interactive);
    expect(JSON.parse(fakeVendor.askedFor("/v2/translate")[0]!.body)).toMatchObject({
      source_lang: "DE",
      target_lang: "PT-PT",
    });
  });

  test("keeps codes and tells what placeholders stand for", async () => {
    const text = "Click <g1>here</g1>, <x2/> &amp; go";
    const codes = [
      { id: 1, kind: "pair" as const },
      { id: 2, kind: "placeholder" as const, equiv: "{the <name>}" },
    ];
    const [translated] = await remoteEngine(vendor()).translate([{ text, codes }], enEs, interactive);
    expect(translated?.text).toBe("Pulse <g1>aquí</g1>, <x2/> &amp; go");
    expect(JSON.parse(fakeVendor.askedFor("/v2/translate")[0]!.body)).toMatchObject({
      text: ['Click <g id="g1">here</g>, <x id="x2">{the &lt;name&gt;}</x> &amp; go'],
      tag_handling: "xml",
      ignore_tags: ["x"],
    });
  });

  test("sends at most 50 texts and 128 KiB at once", async () => {
    const long = plainSegment(`${"漢字 house ".repeat(3_000)}`);
    const answers = await remoteEngine(vendor()).translate(
      [...Array(120).fill(plainSegment("The house")), long, long],
      { source: "en", target: "zh-Hans" },
      interactive,
    );
    expect(answers.at(-1)?.text).toBe("漢字 casa ".repeat(3_000));
    const bodies = fakeVendor.askedFor("/v2/translate").map(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(3);
    for (const body of bodies) expect(Buffer.byteLength(body)).toBeLessThan(128 * 1024);
  });

  test("halves a request that is too large after all", async () => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    fakeVendor.next.push({ status: 413, text: "" });
    const answers = await engine.translate(Array(5).fill(plainSegment("The house")), enEs, interactive);
    expect(answers.map(({ text }) => text)).toEqual(Array(5).fill("La casa"));
    expect(fakeVendor.askedFor("/v2/translate").map(({ body }) => JSON.parse(body).text.length)).toEqual([5, 3, 2]);
  });

  test.each([
    ["is out of quota", { status: 456, json: { message: "Quota exceeded" } }, "unavailable", 600],
    ["refuses the key", { status: 403, text: "" }, "unavailable", 600],
    ["wants a long pause", { status: 429, headers: { "retry-after": "90" }, text: "" }, "overloaded", 90],
    ["refuses the request", { status: 400, json: { message: "Bad request" } }, "unavailable", 2],
    ["answers nonsense", { text: "<html>" }, "unavailable", 2],
    ["answers less than asked", { json: { translations: [] } }, "unavailable", 2],
  ] as const)("that %s is not asked again", async (_, reply, code, retryAfterSeconds) => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    fakeVendor.next.push(reply);
    const error = await engine.translate([plainSegment("The house")], enEs, interactive).catch((error) => error);
    expect(error).toMatchObject({ name: "EngineError", code, retryAfterSeconds });
    expectNoSecret(error, KEY, fakeVendor.url, "The house");
    expect(fakeVendor.askedFor("/v2/translate")).toHaveLength(1);
  });

  test.each([
    ["too many requests", { status: 429, headers: { "retry-after": "0" }, text: "" }],
    ["an overloaded server", { status: 529, text: "" }],
    ["an unavailable one", { status: 503, json: { message: "Resource currently unavailable" } }],
    ["a connection that breaks", { json: { translations: [] }, misbehaves: "cut" }],
  ] as const)("is asked again after %s", async (_, reply) => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    fakeVendor.next.push(reply, reply);
    const [translated] = await engine.translate([plainSegment("The house")], enEs, interactive);
    expect(translated?.text).toBe("La casa");
    expect(fakeVendor.askedFor("/v2/translate")).toHaveLength(3);
  });

  test("that never answers is given up at the deadline, and at once when the caller goes", async () => {
    const engine = remoteEngine(vendor(), { timeoutMs: 60_000 });
    await engine.directions();
    fakeVendor.next.push({ misbehaves: "hang" }, { misbehaves: "hang" });
    const late = engine.translate([plainSegment("The house")], enEs, { ...interactive, timeoutMs: 50 });
    await expect(late).rejects.toMatchObject({ code: "timeout" });
    const gone = new AbortController();
    const left = engine.translate([plainSegment("The house")], enEs, { ...interactive, signal: gone.signal });
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: "aborted" });
  });

  test("that was down at first is found when it is back, without holding up anybody meanwhile", async () => {
    const engine = remoteEngine(vendor());
    fakeVendor.next.push({ status: 403, text: "" }, { status: 403, text: "" });
    expect(await engine.directions()).toEqual([]);
    await vi.waitFor(() => expect(fakeVendor.askedFor("/v2/languages")).toHaveLength(2), SLOW);
    expect(await engine.directions()).toEqual([]);
    expect(fakeVendor.askedFor("/v2/languages")).toHaveLength(2);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await engine.directions()).toEqual([]);
    await vi.waitFor(async () => expect(await engine.directions()).not.toEqual([]), SLOW);
    expect(engine.state().state).toBe("ready");
  });

  test("with a wrong key has no directions and says why, without the key", async () => {
    const engine = remoteEngine(vendor("wrong-key"));
    expect(await engine.directions()).toEqual([]);
    expect(engine.state()).toMatchObject({ state: "unavailable" });
    expect(engine.state().detail).toContain("403");
    expect(engine.state().detail).not.toContain("wrong-key");
  });
});
