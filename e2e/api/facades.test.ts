import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { FakeVendor } from "@/e2e/doubles/fake-vendor";
import { startTestServer } from "@/e2e/server.mjs";
import { baseUrl, newAccount } from "./client";
import { runShellSample } from "./samples";

type Asked = { base: string; key: string | null; texts: string[]; source?: string; target?: string; html?: boolean };
type Reply = { status: number; headers: Headers; json: any };
type Refusal = readonly [status: number, body: unknown];

/** A vendor's API: its requests, its responses and its errors. */
type Facade = {
  readonly name: string;
  readonly ask: (asked: Asked) => Promise<Reply>;
  readonly textsOf: (json: any) => string[];
  /** A header that every response has, including errors. */
  readonly header: string;
  /** A path below the vendor's root that does not exist there. */
  readonly unknown: string;
  readonly refusals: Readonly<
    Record<
      "wrongKey" | "noKey" | "scope" | "limit" | "tooLarge" | "language" | "down" | "installing" | "unknown",
      Refusal
    >
  >;
};

const JSON_TYPE = { "Content-Type": "application/json" };

async function send(method: string, url: string, headers: Record<string, string> = {}, body?: unknown): Promise<Reply> {
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const response = await fetch(url, { method, headers, ...sent });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : null };
}

const google = (code: number, status: string, reason: string, message: unknown = expect.any(String)): Refusal => [
  code,
  { error: expect.objectContaining({ code, status, message, errors: [{ message, domain: "global", reason }] }) },
];
const googleRpc = (code: number, status: string): Refusal => [
  code,
  { error: expect.objectContaining({ code, status, message: expect.any(String) }) },
];
const microsoft = (status: number, code: number | string): Refusal => [
  status,
  { error: { code, message: expect.any(String) } },
];
const message = (status: number, words: RegExp): Refusal => [status, { message: expect.stringMatching(words) }];
const error = (status: number, words: RegExp): Refusal => [status, { error: expect.stringMatching(words) }];
const deeplx = (code: number, words: RegExp): Refusal => [code, { code, message: expect.stringMatching(words) }];

const FACADES: readonly Facade[] = [
  {
    name: "DeepL's",
    ask: ({ base, key, texts: text, source: source_lang, target: target_lang = "ES", html }) =>
      send(
        "POST",
        `${base}/v2/translate`,
        { ...JSON_TYPE, ...(key === null ? {} : { Authorization: `DeepL-Auth-Key ${key}` }) },
        { text, target_lang, source_lang, ...(html ? { tag_handling: "html" } : {}) },
      ),
    textsOf: (json) => json.translations.map((one: any) => one.text),
    header: "x-trace-id",
    unknown: "/v3/style_rules",
    refusals: {
      wrongKey: message(403, /not an API key/),
      noKey: message(403, /DeepL-Auth-Key/),
      scope: message(403, /scope/),
      limit: message(429, /limit/),
      tooLarge: message(413, /characters/),
      language: message(400, /^Value for 'target_lang' not supported\.$/),
      down: message(503, /./),
      installing: message(503, /./),
      unknown: message(404, /./),
    },
  },
  {
    name: "LibreTranslate's",
    ask: ({ base, key: api_key, texts: q, source = "auto", target = "es", html }) =>
      send("POST", `${base}/libretranslate/translate`, JSON_TYPE, {
        ...{ q, source, target, format: html ? "html" : "text" },
        ...(api_key === null ? {} : { api_key }),
      }),
    textsOf: (json) => json.translatedText,
    header: "access-control-allow-origin",
    unknown: "/libretranslate/nothing/here",
    refusals: {
      wrongKey: error(403, /^Invalid API key$/),
      noKey: error(400, /^Please contact the server operator to get an API key$/),
      scope: error(403, /scope/),
      limit: error(429, /^Slowdown: /),
      tooLarge: error(413, /characters/),
      language: error(400, /^xx is not supported$/),
      down: error(503, /./),
      installing: error(503, /./),
      unknown: error(404, /./),
    },
  },
  {
    name: "Google's v2",
    ask: ({ base, key, texts: q, source, target = "es", html }) =>
      send("POST", `${base}/language/translate/v2${key === null ? "" : `?key=${key}`}`, JSON_TYPE, {
        ...{ q, source, target },
        ...(html ? {} : { format: "text" }),
      }),
    textsOf: (json) => json.data.translations.map((one: any) => one.translatedText),
    header: "access-control-allow-origin",
    unknown: "/language/translate/v3",
    refusals: {
      wrongKey: google(400, "INVALID_ARGUMENT", "badRequest", "API key not valid. Please pass a valid API key."),
      noKey: google(403, "PERMISSION_DENIED", "forbidden"),
      scope: google(403, "PERMISSION_DENIED", "forbidden"),
      limit: google(429, "RESOURCE_EXHAUSTED", "rateLimitExceeded"),
      tooLarge: google(413, "INVALID_ARGUMENT", "uploadTooLarge"),
      language: google(400, "INVALID_ARGUMENT", "invalid", "Invalid Value"),
      down: google(503, "UNAVAILABLE", "backendError"),
      installing: google(503, "UNAVAILABLE", "backendError"),
      unknown: google(404, "NOT_FOUND", "notFound"),
    },
  },
  {
    name: "Google's v3",
    ask: ({ base, key, texts: contents, source: source_language_code, target: target_language_code = "es", html }) =>
      send(
        "POST",
        `${base}/v3/projects/any/locations/global:translateText`,
        { ...JSON_TYPE, ...(key === null ? {} : { Authorization: `Bearer ${key}` }) },
        // Uses snake_case; the test below uses camelCase.
        { contents, source_language_code, target_language_code, mime_type: html ? "text/html" : "text/plain" },
      ),
    textsOf: (json) => json.translations.map((one: any) => one.translatedText),
    header: "access-control-allow-origin",
    unknown: "/language/v3/nothing",
    refusals: {
      wrongKey: googleRpc(400, "INVALID_ARGUMENT"),
      noKey: googleRpc(403, "PERMISSION_DENIED"),
      scope: googleRpc(403, "PERMISSION_DENIED"),
      limit: googleRpc(429, "RESOURCE_EXHAUSTED"),
      tooLarge: googleRpc(413, "INVALID_ARGUMENT"),
      language: googleRpc(400, "INVALID_ARGUMENT"),
      down: googleRpc(503, "UNAVAILABLE"),
      installing: googleRpc(503, "UNAVAILABLE"),
      unknown: googleRpc(404, "NOT_FOUND"),
    },
  },
  {
    name: "Microsoft's 3.0",
    ask: ({ base, key, texts, source: from = "", target: to = "es", html }) =>
      send(
        "POST",
        `${base}/translator/text/v3.0/translate?${new URLSearchParams({ "api-version": "3.0", from, to, ...(html ? { textType: "html" } : {}) })}`,
        { ...JSON_TYPE, ...(key === null ? {} : { "Ocp-Apim-Subscription-Key": key }) },
        texts.map((Text) => ({ Text })),
      ),
    textsOf: (json) => json.map((one: any) => one.translations[0].text),
    header: "x-requestid",
    unknown: "/translator/text/v3.0/dictionary/lookup?api-version=3.0",
    refusals: {
      wrongKey: microsoft(401, 401_000),
      noKey: microsoft(401, 401_000),
      scope: microsoft(403, 403_000),
      limit: microsoft(429, 429_000),
      tooLarge: microsoft(400, 400_050),
      language: microsoft(400, 400_036),
      down: microsoft(503, 503_000),
      installing: microsoft(503, 408_001),
      unknown: microsoft(404, 404_000),
    },
  },
  {
    name: "Microsoft's of 2026",
    ask: ({ base, key, texts, source: language, target = "es", html }) =>
      send(
        "POST",
        `${base}/microsoft/translate?api-version=2026-06-06`,
        { ...JSON_TYPE, ...(key === null ? {} : { Authorization: `Bearer ${key}` }) },
        {
          inputs: texts.map((text) => ({
            ...{ text, language, targets: [{ language: target }] },
            ...(html ? { textType: "Html" } : {}),
          })),
        },
      ),
    textsOf: (json) => json.value.map((one: any) => one.translations[0].text),
    header: "x-requestid",
    unknown: "/microsoft/transliterate?api-version=2026-06-06",
    refusals: {
      wrongKey: microsoft(401, "401000"),
      noKey: microsoft(401, "401000"),
      scope: microsoft(403, "403000"),
      limit: microsoft(429, "429000"),
      tooLarge: microsoft(400, "400050"),
      language: microsoft(400, "400036"),
      down: microsoft(503, "503000"),
      installing: microsoft(503, "408001"),
      unknown: microsoft(404, "404000"),
    },
  },
  {
    name: "DeepLX's",
    // This API takes one text per request, so several texts are several requests.
    ask: async ({ base, key, texts, source: source_lang = "auto", target: target_lang = "ES", html }) => {
      const replies: Reply[] = [];
      for (const text of texts)
        replies.push(
          await send("POST", `${base}/deeplx/translate${key === null ? "" : `?token=${key}`}`, JSON_TYPE, {
            ...{ text, source_lang, target_lang },
            ...(html ? { tag_handling: "html" } : {}),
          }),
        );
      return replies.length === 1 ? replies[0]! : { ...replies[0]!, json: replies.map(({ json }) => json) };
    },
    textsOf: (json) => [json].flat().map((one: any) => one.data),
    header: "access-control-allow-origin",
    unknown: "/deeplx/v2/translate",
    refusals: {
      wrongKey: deeplx(401, /key/),
      noKey: deeplx(401, /key/),
      scope: deeplx(403, /scope/),
      limit: deeplx(429, /limit/),
      tooLarge: deeplx(413, /characters/),
      language: deeplx(400, /target_lang/),
      down: deeplx(503, /./),
      installing: deeplx(503, /./),
      unknown: deeplx(404, /./),
    },
  },
];

const sentence = ["The house is big."];
let key: string;
/**
 * A server whose only engine for English to Swahili fails, and whose model for English to German is never downloaded.
 */
let broken: { url: string; stop: () => Promise<void> };
let vendor: FakeVendor;
const models = new ModelServer();
beforeAll(async () => {
  ({ key } = await newAccount({ tier: "pro" }));
  vendor = await FakeVendor.start(({ url }) =>
    url.startsWith("/languages") ? { json: [{ code: "en", targets: ["sw"] }] } : { status: 403, json: {} },
  );
  models.pairs = [["en", "de"]];
  models.fault = { kind: "stall", times: 100 };
  await models.start();
  broken = await startTestServer({
    databaseUrl: process.env.DATABASE_URL!,
    secret: process.env.DRAGOMAN_SECRET!,
    env: {
      LIBRETRANSLATE_URL: vendor.url,
      DRAGOMAN_MODELS: "auto",
      MODELS_SOURCE: models.settings,
      MODELS_BUCKET: models.bucket,
    },
  });
});
afterAll(async () => {
  models.closeStalled();
  await broken.stop();
  await Promise.all([vendor.close(), models.stop()]);
});

describe.each(FACADES)("the compatible API of $name", ({ ask, textsOf, header, unknown, refusals }) => {
  const refuses = async (refusal: keyof typeof refusals, asked: Partial<Asked>) =>
    refused(refusal, await ask({ base: baseUrl(), key, texts: sentence, ...asked }));
  const refused = (refusal: keyof typeof refusals, { status, json, headers }: Reply) => {
    expect([status, json], refusal).toEqual(refusals[refusal]);
    expect(headers.get(header), refusal).toBeTruthy();
    expect(headers.get("x-request-id"), refusal).toBeTruthy();
    return headers;
  };

  test("the compatible API refuses invalid keys, scopes, sizes and languages with the vendor's error body", async () => {
    await refuses("wrongKey", { key: "wrong" });
    await refuses("noKey", { key: null });
    await refuses("scope", { key: (await newAccount({ key: { scopes: ["usage:read"] } })).key });
    await refuses("tooLarge", { texts: ["x".repeat(60_000)] });
    await refuses("language", { target: "xx" });
  });

  test("the compatible API answers requests to unknown paths, with any method, with the vendor's error body", async () => {
    for (const method of ["GET", "POST", "DELETE"])
      refused("unknown", await send(method, `${baseUrl()}${unknown}`, JSON_TYPE, method === "POST" ? {} : undefined));
  });

  test("the compatible API enforces the hourly limit with Retry-After, and counts usage", async () => {
    const small = await newAccount({ limits: { requestsPerHour: 2 } });
    for (let i = 0; i < 2; i++)
      expect((await ask({ base: baseUrl(), key: small.key, texts: sentence })).status).toBe(200);
    const headers = await refuses("limit", { key: small.key });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    const usage = await send("GET", `${baseUrl()}/v1/usage`, { Authorization: `Bearer ${small.key}` });
    expect(usage.json).toMatchObject({ total: { requests: 3, characters: 34, refused: 1 } });
  });

  test("the compatible API returns 503 with Retry-After while the engine is down or its model is being installed", async () => {
    const down = await refuses("down", { base: broken.url, source: "en", target: "sw" });
    const installing = await refuses("installing", { base: broken.url, source: "en", target: "de" });
    for (const headers of [down, installing]) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("the compatible API keeps HTML tags and the order of texts, and detects the language of each text", async () => {
    const html = await ask({
      base: baseUrl(),
      key,
      texts: ["<p>The <b>house</b> &amp; car</p>"],
      source: "en",
      html: true,
    });
    expect(textsOf(html.json)).toEqual([expect.stringMatching(/^<p>(?=.*&amp;).*<b>casa<\/b>.*<\/p>$/)]);
    const many = await ask({ base: baseUrl(), key, texts: ["The house is big.", "12", "The garden is small."] });
    expect(textsOf(many.json)).toEqual(["La casa es grande.", "12", expect.stringMatching(/jardín/)]);
    const thai = await ask({ base: baseUrl(), key, texts: ["สวัสดีครับ ผมชื่อสมชาย"] });
    expect(JSON.stringify(thai.json), "a language that no engine translates").toMatch(/"th"/i);
  });
});

test("DeepL's v3 refuses invalid keys, scopes, languages, sizes and unknown glossaries with a message", async () => {
  const ask = (path: string, key: string | null, body?: unknown) =>
    send(
      body === undefined ? "GET" : "POST",
      `${baseUrl()}/v3/${path}`,
      { ...JSON_TYPE, ...(key === null ? {} : { Authorization: `DeepL-Auth-Key ${key}` }) },
      body,
    );
  const dictionary = { source_lang: "en", target_lang: "es", entries: "house\tcasa", entries_format: "tsv" };
  const make = (key: string | null, change = {}) =>
    ask("glossaries", key, { name: "G", dictionaries: [{ ...dictionary, ...change }] });
  const translating = (await newAccount({ key: { scopes: ["translate"] } })).key;
  for (const [refusal, reply] of [
    [message(403, /not an API key/), await make("wrong")],
    [message(403, /DeepL-Auth-Key/), await make(null)],
    [message(403, /scope/), await make(translating)],
    [message(400, /target_lang/), await make(key, { target_lang: "xx" })],
    [message(404, /^Glossary not found$/), await ask(`glossaries/${crypto.randomUUID()}`, key)],
    [message(403, /not an API key/), await ask("languages?resource=glossary", "wrong")],
    [message(400, /resource/), await ask("languages?resource=nothing", key)],
  ] as const) {
    expect([reply.status, reply.json]).toEqual([refusal[0], expect.objectContaining(refusal[1] as object)]);
    expect(reply.headers.get("x-trace-id")).toBeTruthy();
  }
});

describe("Google's v2", () => {
  const url = (path = "") => `${baseUrl()}/language/translate/v2${path}`;
  const header = () => ({ "X-Goog-Api-Key": key });

  test("Google's v2 accepts GET, form and JSON requests, and escapes quotation marks in HTML text", async () => {
    const query = `q=The+house&q=%22Don%27t%22&target=es&source=en&format=text&model=base`;
    const got = await send("GET", `${url()}?${query}&key=${key}`);
    expect(got.json.data.translations[0]).toEqual({ translatedText: "La casa", model: "base" });
    const form = { "Content-Type": "application/x-www-form-urlencoded", Authorization: `Bearer ${key}` };
    expect((await send("POST", url(), form, query)).json).toEqual(got.json);
    const html = `<?x "a" > 'b'?><a title='<i>"1" < 2</i>'>12 "34"</a><!-- it's --><xmp>"</xmp><![CDATA["1" > '2']]>`;
    const quoted = await send("POST", url(), { ...header(), ...JSON_TYPE }, { q: html, target: "es", source: "en" });
    expect(quoted.json.data.translations[0].translatedText).toBe(html.replace('"34"', "&quot;34&quot;"));
  });

  test("Google's v2 quickly refuses a form without a key that repeats a field thousands of times", async () => {
    const started = performance.now();
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await send("POST", url(), form, `${"q=&".repeat(40_000)}target=es`)).status).toBe(403);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test("Google's v2 lists languages by Google's codes, and includes their names only if the request has a target parameter", async () => {
    const plain = await send("GET", url("/languages"), header());
    expect(plain.json.data.languages).toContainEqual({ language: "es" });
    const named = await send("GET", `${url("/languages")}?target=fr`, header());
    expect(named.json.data.languages).toContainEqual({ language: "es", name: "espagnol" });
    const detected = await send(
      "POST",
      url("/detect"),
      { ...header(), ...JSON_TYPE },
      { q: ["Bonjour tout le monde", "12"] },
    );
    expect(detected.json.data.detections).toEqual([
      [{ language: "fr", confidence: expect.any(Number), isReliable: false }],
      [{ language: "en", confidence: 0, isReliable: false }],
    ]);
    const nothing = await send("POST", url(), { ...header(), ...JSON_TYPE }, { target: "es" });
    expect([nothing.status, nothing.json.error.message]).toEqual([400, "Required Text"]);
  });

  test("Google's v3 translates text, detects languages and lists languages, and answers other methods with NOT_FOUND", async () => {
    const at = (path: string) => `${baseUrl()}/v3/projects/any/locations/global${path}`;
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${key}` };
    const body = { contents: ["The house is big."], mimeType: "text/plain", targetLanguageCode: "es" };
    expect((await send("POST", at(":translateText"), headers, body)).json).toEqual({
      translations: [{ translatedText: "La casa es grande.", detectedLanguageCode: "en" }],
    });
    const detected = await send("POST", at(":detectLanguage"), headers, { content: "Bonjour tout le monde" });
    expect(detected.json.languages[0].languageCode).toBe("fr");
    const { json } = await send("GET", at("/supportedLanguages?displayLanguageCode=en"), headers);
    expect(json.languages).toContainEqual(
      expect.objectContaining({ languageCode: "es", displayName: "Spanish", supportSource: true, supportTarget: true }),
    );
    expect((await send("POST", at(":romanizeText"), headers, {})).json.error.status).toBe("NOT_FOUND");
    expect((await send("POST", at(":translateText"), headers, { ...body, mimeType: "text/xml" })).status).toBe(400);
  });

  test("Google's v3 applies the glossary that a request names, and refuses an unknown glossary", async () => {
    const dictionaries = [{ source_lang: "en", target_lang: "es", entries: "house\tmansión", entries_format: "tsv" }];
    const deepl = { ...JSON_TYPE, Authorization: `DeepL-Auth-Key ${key}` };
    const made = await send("POST", `${baseUrl()}/v3/glossaries`, deepl, { name: "G", dictionaries });
    const headers = { ...JSON_TYPE, "X-Goog-Api-Key": key };
    const asked = (id: string) => {
      const glossaryConfig = { glossary: `projects/p/locations/us-central1/glossaries/${id}`, ignoreCase: true };
      const body = {
        contents: ["The house is big."],
        sourceLanguageCode: "en",
        targetLanguageCode: "es",
        glossaryConfig,
      };
      return send("POST", `${baseUrl()}/v3/projects/p/locations/us-central1:translateText`, headers, body);
    };
    const { json } = await asked(made.json.glossary_id);
    expect(json.translations[0].translatedText).toBe("La casa es grande.");
    expect(json.glossaryTranslations[0].translatedText).toMatch(/mansión/);
    expect(json.glossaryTranslations[0].glossaryConfig.glossary).toMatch(made.json.glossary_id);
    expect((await asked("gls_00000000000000000000000000")).json.error).toMatchObject({
      code: 404,
      status: "NOT_FOUND",
    });
    expect((await asked("my-glossary")).json.error).toMatchObject({ code: 404, status: "NOT_FOUND" });
  });
});

describe("Microsoft's Translator", () => {
  const ask = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(
      body === undefined ? "GET" : "POST",
      `${baseUrl()}/translator/text/v3.0/${path}`,
      { ...JSON_TYPE, "Ocp-Apim-Subscription-Key": key, ...headers },
      body,
    );

  test("Microsoft's Translator accepts several target languages in every notation, and counts the characters once for each", async () => {
    const body = [{ Text: "The house is big." }, { text: "Good morning" }];
    const { json, headers } = await ask("translate?api-version=3.0&to=es&to=ca", body, {
      "X-ClientTraceId": "trace-1",
    });
    expect(json[0]).toEqual({
      detectedLanguage: { language: "en", score: expect.any(Number) },
      translations: [
        { text: "La casa es grande.", to: "es" },
        { text: expect.stringMatching(/casa/), to: "ca" },
      ],
    });
    expect([headers.get("x-metered-usage"), headers.get("x-clienttraceid")]).toEqual([String(29 * 2), "trace-1"]);
    for (const to of ["to=es,ca", "to[]=es&to[]=ca"])
      expect((await ask(`translate?api-version=3.0&${to}`, body)).json).toEqual(json);
    const dated = await ask("translate?api-version=2026-06-06", {
      inputs: [
        {
          text: "The house is big.",
          language: "en",
          targets: [{ language: "es", tone: "formal" }, { language: "ca" }],
        },
        { text: "La casa", language: "es", targets: [{ language: "en" }] },
      ],
    });
    expect(dated.json.value.map((one: any) => one.translations.map((each: any) => each.language))).toEqual([
      ["es", "ca"],
      ["en"],
    ]);
    expect(dated.json.value[0].translations[0]).toEqual({
      language: "es",
      sourceCharacters: 17,
      text: json[0].translations[0].text,
    });
  });

  test("Microsoft's Translator names the detected language if no engine translates it into the target", async () => {
    const refused = await ask("translate?api-version=3.0&to=nl", [{ Text: "สวัสดีครับ ผมชื่อสมชาย" }]);
    expect(refused.json.error).toEqual({ code: 400_036, message: expect.stringMatching(/^The text is in Thai/) });
  });

  test("Microsoft's Translator ignores letter case in paths, as Azure does", async () => {
    expect((await ask("Detect?api-version=3.0", [{ Text: "Bonjour tout le monde" }])).json[0].language).toBe("fr");
    const { json } = await send("GET", `${baseUrl()}/Microsoft/Languages?api-version=3.0`);
    expect(json.translation.es.name).toBe("Spanish");
  });

  test("Microsoft's Translator keeps text marked notranslate, and inserts the words of a dynamic dictionary", async () => {
    const entry = `The <mstrans:dictionary translation="R&amp;D-Haus">house</mstrans:dictionary> is big.`;
    const plain = await ask("translate?api-version=3.0&from=en&to=es", [{ Text: `${entry} {{mstrans0}}` }]);
    expect(plain.json[0].translations[0].text).toMatch(/R&D-Haus es grande\. \{\{mstrans0\}\}$/);
    const html = await ask("translate?api-version=3.0&from=en&to=es&textType=html", [
      { Text: `${entry} <span class="notranslate">The house</span>` },
    ]);
    expect(html.json[0].translations[0].text).toMatch(/R&amp;D-Haus es grande\. <span class="notranslate">The house</);
  });

  test("Microsoft's Translator detects languages, splits sentences, and lists languages without a key", async () => {
    const detected = await ask("detect?api-version=3.0", [{ Text: "Bonjour tout le monde" }]);
    expect(detected.json[0]).toMatchObject({
      language: "fr",
      isTranslationSupported: true,
      isTransliterationSupported: false,
    });
    const broken = await ask("breaksentence?api-version=3.0", [{ Text: "How are you? I am fine." }]);
    expect(broken.json).toEqual([
      { detectedLanguage: { language: "en", score: expect.any(Number) }, sentLen: [13, 10] },
    ]);
    const listed = await send("GET", `${baseUrl()}/microsoft/languages?api-version=3.0&scope=translation`, {
      "Accept-Language": "fr",
    });
    expect(listed.json.translation.es).toEqual({ name: "espagnol", nativeName: "español", dir: "ltr" });
  });

  test("Microsoft's Translator refuses unsupported versions, bodies and methods with Microsoft's error codes", async () => {
    const code = async (path: string, body?: unknown) => (await ask(path, body)).json.error.code;
    expect(await code("translate?to=es", [{ Text: "a" }])).toBe(400_021);
    expect(await code("translate?api-version=3.0&to=es", { Text: "a" })).toBe(400_019);
    expect(await code("translate?api-version=3.0&to=es&from=xx", [{ Text: "a" }])).toBe(400_035);
    expect(await code("translate?api-version=3.0", [{ Text: "a" }])).toBe(400_036);
    expect(await code("translate?api-version=3.0&to=es&textType=pdf", [{ Text: "a" }])).toBe(400_000);
    expect(await code("languages?api-version=3.0&scope=foo")).toBe(400_001);
  });
});

test("DeepLX's API returns the translation of one text with its source and target language", async () => {
  const body = { text: "The house is big.", source_lang: "EN", target_lang: "ES" };
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${key}` };
  const { json } = await send("POST", `${baseUrl()}/deeplx/v1/translate`, headers, body);
  const untyped = { Authorization: headers.Authorization, "Content-Type": "text/plain" };
  const again = await send("POST", `${baseUrl()}/deeplx/translate`, untyped, body);
  expect(again.json.data).toBe(json.data);
  const shape = { code: 200, id: expect.any(Number), alternatives: [], method: "Free" };
  expect(json).toEqual({ ...shape, data: "La casa es grande.", source_lang: "EN", target_lang: "ES" });
  const several = { ...body, text: ["The house.", "The door."] };
  const refused = await send("POST", `${baseUrl()}/deeplx/translate`, headers, several);
  expect(refused.json.code, "the second would be lost").toBe(400);
});

test.each(["deepl", "google", "microsoft", "libretranslate"])(
  "the %s sample in the clients documentation runs",
  async (name) => {
    expect(await runShellSample("clients.md", name, key)).toContain("La casa es grande.");
  },
);
