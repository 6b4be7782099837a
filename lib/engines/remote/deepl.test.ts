import * as client from "deepl-node";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { engineContract } from "@/e2e/doubles/engine-contract";
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
} from "@/e2e/doubles/fake-vendor";
import { plainSegment } from "@/lib/text/segment";
import { deepl } from "./deepl";

const KEY = "0d1f-secret-key:fx";
/** Timeout that suits slow machines. */
const SLOW = { timeout: 30_000 };
const SOURCES = ["EN", "DE", "ES", "PT", "ZH", "NB"];
const TARGETS = ["EN-GB", "EN-US", "DE", "ES", "ES-419", "PT-BR", "PT-PT", "ZH", "ZH-HANS", "ZH-HANT", "NB"];

/**
 * Behaves as DeepL documents: errors are `{"message"}`, texts are JSON or a form, with at most 50 texts and 128 KiB.
 */
function answer({ url, method, headers, body }: ReceivedRequest): Reply {
  if (headers.authorization !== `DeepL-Auth-Key ${KEY}`) return { status: 403, text: "" };
  const { pathname, searchParams } = new URL(url, "http://localhost");
  if (pathname.startsWith("/v3/glossaries")) return glossariesAnswer(method, pathname, contentOf(headers, body));
  if (method === "GET" && pathname === "/v3/languages") return { json: languagesV3() };
  if (method === "GET" && pathname === "/v2/languages") {
    const codes = searchParams.get("type") === "target" ? TARGETS : SOURCES;
    return { json: codes.map((language) => ({ language, name: language, supports_formality: language === "DE" })) };
  }
  if (method === "GET" && pathname === "/v2/usage")
    return { json: { character_count: 180_118, character_limit: 500_000 } };
  if (method !== "POST" || pathname !== "/v2/translate") return { status: 404, json: { message: "Not found" } };
  if (Buffer.byteLength(body) > 128 * 1024) return { status: 413, json: { message: "Request Entity Too Large" } };
  const request = contentOf(headers, body);
  const texts: string[] = request.text;
  if (texts.length > 50) return { status: 400, json: { message: "Too many texts" } };
  if (!TARGETS.includes(request.target_lang.toUpperCase()))
    return { status: 400, json: { message: "Value for 'target_lang' not supported." } };
  if (texts.some((text) => request.tag_handling === "xml" && !isWellFormed(text)))
    return { status: 400, json: { message: "Tag handling parsing failed, please check input." } };
  const glossary = request.glossary_id && glossaries.get(request.glossary_id);
  if (request.glossary_id && !glossary) return { status: 404, json: { message: "Glossary not found" } };
  return {
    json: {
      translations: texts.map((text) => ({
        detected_source_language: "EN",
        text: glossary ? withTerms(wordByWord(text), glossary) : wordByWord(text),
        billed_characters: text.length,
      })),
    },
  };
}

/** JSON unchanged; a form with its repeated texts and numbered dictionaries as lists. */
function contentOf(headers: ReceivedRequest["headers"], body: string) {
  if (headers["content-type"]?.startsWith("application/json")) return JSON.parse(body);
  const form = new URLSearchParams(body);
  const dictionaries: Record<string, string>[] = [];
  for (const [name, value] of form) {
    const [, index, field] = /^dictionaries\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
    if (field) dictionaries[Number(index)] = { ...dictionaries[Number(index)], [field]: value };
  }
  return { ...Object.fromEntries(form), text: form.getAll("text"), dictionaries };
}

function languagesV3() {
  const codes = [...new Set([...SOURCES, ...TARGETS])];
  return [
    ...codes.map((code) => ({
      lang: Intl.getCanonicalLocales(code)[0],
      name: code,
      usable_as_source: SOURCES.includes(code),
      usable_as_target: TARGETS.includes(code),
      features: { ...(code === "DE" ? { formality: {} } : {}), ...(code === "NB" ? {} : { glossary: {} }) },
      status: "stable",
    })),
    { lang: "oc", name: "Occitan", usable_as_source: true, usable_as_target: true, features: {}, status: "beta" },
  ];
}

/** Created by a test; DeepL's ids are UUIDs. */
const glossaries = new Map<string, { readonly name: string; dictionary: Record<string, string> }>();
const entriesIn = ({ entries = "" }: Record<string, string>) => entries.split("\n").map((line) => line.split("\t"));

/** As documented: a repeated source, an empty side or a pair of variants is refused; a deleted glossary is 404. */
function glossariesAnswer(method: string, pathname: string, content: ReturnType<typeof contentOf>): Reply {
  const [, , , id, part] = pathname.split("/");
  const info = (dictionary: Record<string, string>) => ({
    source_lang: dictionary.source_lang,
    target_lang: dictionary.target_lang,
    entry_count: entriesIn(dictionary).length,
  });
  const shown = (glossaryId: string) => {
    const { name, dictionary } = glossaries.get(glossaryId)!;
    return { glossary_id: glossaryId, name, dictionaries: [info(dictionary)], creation_time: "2026-11-01T08:00:00Z" };
  };
  if (id === undefined && method === "GET") return { json: { glossaries: [...glossaries.keys()].map(shown) } };
  const dictionary = part === "dictionaries" ? content : content.dictionaries?.[0];
  if (method !== "DELETE" && !isDictionary(dictionary)) return { status: 400, json: { message: "Bad request" } };
  if (id === undefined && method === "POST") {
    const made = `00000000-0000-4000-8000-${String(glossaries.size + 1).padStart(12, "0")}`;
    glossaries.set(made, { name: content.name, dictionary });
    return { status: 201, json: shown(made) };
  }
  if (!glossaries.has(id ?? "")) return { status: 404, json: { message: "Glossary not found" } };
  if (method === "DELETE") {
    glossaries.delete(id!);
    return { status: 204, text: "" };
  }
  if (method !== "PUT") return { status: 405, json: { message: "Method not allowed" } };
  glossaries.get(id!)!.dictionary = dictionary;
  return { json: info(dictionary) };
}

function isDictionary(dictionary: Record<string, string> | undefined): boolean {
  if (dictionary?.entries_format !== "tsv" || !dictionary.entries) return false;
  const rows = entriesIn(dictionary);
  const isRegional = [dictionary.source_lang, dictionary.target_lang].some((code) => !code || code.includes("-"));
  return (
    !isRegional &&
    new Set(rows.map(([source]) => source)).size === rows.length &&
    rows.every((row) => row.length === 2 && row.every((side) => side.trim() !== ""))
  );
}

function withTerms(text: string, { dictionary }: { readonly dictionary: Record<string, string> }): string {
  return entriesIn(dictionary).reduce((said, [source = "", target = ""]) => said.replaceAll(source, target), text);
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
beforeEach(() => glossaries.clear());

const vendor = (key = KEY) => deepl({ key, url: fakeVendor.url, backoffMs: 1 });

engineContract("DeepL", (queueLimit) => remoteEngine(vendor(), { queueLimit }), SAMPLES);

describe("DeepL's options", () => {
  const last = () => JSON.parse(fakeVendor.asked.findLast(({ url }) => url.startsWith("/v2/translate"))!.body);

  test("context is always sent to DeepL, and formality only if the target language supports it", async () => {
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

describe("glossaries at DeepL", () => {
  const glossary = (...terms: readonly { source: string; target: string }[]) => ({ key: "0a1b2c", terms });
  const house = { source: "houses", target: "hogares" };
  const translate = async (
    engine: ReturnType<typeof remoteEngine>,
    given: ReturnType<typeof glossary>,
    target = "es",
  ) => {
    const options = { ...interactive, terms: given.terms.slice(0, 1), glossary: given };
    const [answer] = await engine.translate([plainSegment("The houses")], { source: "en", target }, options);
    return answer?.text;
  };
  const changes = () =>
    fakeVendor.asked.filter(({ url, method }) => url.startsWith("/v3/glossaries") && method !== "GET");

  test("a glossary is created at DeepL once, and replaced when its terms change", async () => {
    const engine = remoteEngine(vendor());
    const first = glossary(house, { source: "ship\n", target: "\tbuque" }, house, { source: "x", target: " " });
    expect(await Promise.all([translate(engine, first), translate(engine, first)])).toEqual([
      "La hogares",
      "La hogares",
    ]);
    expect(await translate(engine, first)).toBe("La hogares");
    expect(changes().map(({ method }) => method)).toEqual(["POST"]);
    expect(JSON.parse(changes()[0]!.body)).toEqual({
      name: "Dragoman 0a1b2c en-es",
      dictionaries: [
        { source_lang: "en", target_lang: "es", entries: "houses\thogares\nship\tbuque", entries_format: "tsv" },
      ],
    });
    expect(await translate(engine, glossary({ source: "houses", target: "viviendas" }))).toBe("La viviendas");
    expect(changes().map(({ method }) => method)).toEqual(["POST", "PUT"]);
    expect(glossaries.size).toBe(1);
  });

  test("a DeepL glossary created by an earlier process is found by name, and other people's glossaries are not changed", async () => {
    await translate(remoteEngine(vendor()), glossary(house));
    const others = { source_lang: "en", target_lang: "es", entries: "a\tb" };
    glossaries.set("theirs", { name: "Marketing", dictionary: others });
    const engine = remoteEngine(vendor());
    expect(await translate(engine, glossary({ source: "houses", target: "viviendas" }))).toBe("La viviendas");
    expect(glossaries.size).toBe(2);
    expect(glossaries.get("theirs")?.dictionary).toEqual(others);
  });

  test("a translation succeeds even if DeepL can't store the glossary or has lost it", async () => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    await translate(engine, glossary(house));
    glossaries.clear();
    expect(await translate(engine, glossary(house))).toBe("La hogares");
    const kept = glossary(house);
    await translate(engine, kept);
    glossaries.clear();
    expect(await translate(engine, kept)).toBe("La houses");
    const limited = remoteEngine(vendor());
    await limited.directions();
    fakeVendor.next.push({ status: 456, json: { message: "Quota for this billing period has been exceeded" } });
    expect(await translate(limited, glossary(house))).toBe("La houses");
    fakeVendor.forget();
    expect(await translate(limited, glossary(house))).toBe("La houses");
    expect(fakeVendor.asked.map(({ url }) => url)).toEqual(["/v2/translate"]);
  });

  test("a glossary is created at DeepL only if both languages support glossaries", async () => {
    await translate(remoteEngine(vendor()), glossary(house), "nb");
    expect(changes()).toEqual([]);
  });

  test("a DeepL glossary is created for the base language, not for the regional variant", async () => {
    await translate(remoteEngine(vendor()), glossary(house), "pt-BR");
    expect(JSON.parse(changes()[0]!.body)).toMatchObject({
      name: "Dragoman 0a1b2c en-pt-BR",
      dictionaries: [{ target_lang: "pt" }],
    });
  });
});

describe("the fake DeepL server", () => {
  test("the fake DeepL server stores glossaries in the format of DeepL's official client", async () => {
    const translator = new client.DeepLClient(KEY, { serverUrl: fakeVendor.url, maxRetries: 0 });
    const entries = new client.GlossaryEntries({ entries: { houses: "hogares" } });
    const dictionary = { sourceLangCode: "en", targetLangCode: "es", entries } as const;
    const made = await translator.createMultilingualGlossary("Mine", [dictionary]);
    expect(made.dictionaries).toMatchObject([{ sourceLangCode: "en", targetLangCode: "es", entryCount: 1 }]);
    const said = await translator.translateText("The houses", "en", "es", { glossary: made.glossaryId });
    expect(said.text).toBe("La hogares");
    const others = new client.GlossaryEntries({ entries: { houses: "viviendas", ship: "buque" } });
    const replaced = await translator.replaceMultilingualGlossaryDictionary(made.glossaryId, {
      ...dictionary,
      entries: others,
    });
    expect(replaced.entryCount).toBe(2);
    expect((await translator.listMultilingualGlossaries()).map(({ name }) => name)).toEqual(["Mine"]);
    await translator.deleteMultilingualGlossary(made.glossaryId);
    await expect(translator.deleteMultilingualGlossary(made.glossaryId)).rejects.toBeInstanceOf(
      client.GlossaryNotFoundError,
    );
  });

  test("DeepL's official client works with the fake DeepL server", async () => {
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

describe("translating with DeepL", () => {
  test("DeepL's languages include en and pt for their default variants, and no language is paired with itself", async () => {
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

  test("the languages of a DeepL server that lacks the current languages request are read with the older request", async () => {
    const engine = remoteEngine(vendor());
    fakeVendor.next.push({ status: 404, text: "" });
    const pairs = (await engine.directions()).map(({ source, target }) => `${source}>${target}`);
    expect(pairs).toEqual(expect.arrayContaining(["de>en-GB", "en>pt-BR", "zh-Hans>de"]));
    expect(engine.supports("formality", { source: "en", target: "de" })).toBe(true);
  });

  test("DeepL's beta languages are not offered, and requests use the configured model type", async () => {
    const engine = remoteEngine(deepl({ key: KEY, url: fakeVendor.url, model: "prefer_quality_optimized" }));
    expect((await engine.directions()).map(({ source }) => source)).not.toContain("oc");
    await engine.translate([plainSegment("The house")], enEs, interactive);
    expect(JSON.parse(fakeVendor.askedFor("/v2/translate")[0]!.body).model_type).toBe("prefer_quality_optimized");
  });

  test("DeepL requests keep codes and include the meaning of placeholders", async () => {
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

  test("a DeepL request contains at most 50 texts and 128 KiB", async () => {
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

  test("a DeepL request rejected as too large is split in half", async () => {
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
  ] as const)("a request is not retried if DeepL %s", async (_, reply, code, retryAfterSeconds) => {
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
  ] as const)("a DeepL request is retried after %s", async (_, reply) => {
    const engine = remoteEngine(vendor());
    await engine.directions();
    fakeVendor.next.push(reply, reply);
    const [translated] = await engine.translate([plainSegment("The house")], enEs, interactive);
    expect(translated?.text).toBe("La casa");
    expect(fakeVendor.askedFor("/v2/translate")).toHaveLength(3);
  });

  test("a request that DeepL never answers ends at its deadline, or immediately when the caller disconnects", async () => {
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

  test("a service that is down doesn't delay requests, and is used again after it recovers", async () => {
    const engine = remoteEngine(vendor());
    fakeVendor.next.push({ status: 403, text: "" });
    expect(await engine.directions()).toEqual([]);
    await vi.waitFor(() => expect(fakeVendor.askedFor("/v3/languages")).toHaveLength(1), SLOW);
    expect(await engine.directions()).toEqual([]);
    expect(fakeVendor.askedFor("/v3/languages")).toHaveLength(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await engine.directions()).toEqual([]);
    await vi.waitFor(async () => expect(await engine.directions()).not.toEqual([]), SLOW);
    expect(engine.state().state).toBe("ready");
  });

  test("DeepL with an invalid key offers no languages and reports the reason without the key", async () => {
    const engine = remoteEngine(vendor("wrong-key"));
    expect(await engine.directions()).toEqual([]);
    expect(engine.state()).toMatchObject({
      state: "unavailable",
      detail: "deepl returned status 403.",
      refusal: { reason: "key_refused", status: 403 },
    });
    expect(engine.state().detail).not.toContain("wrong-key");
  });
});
