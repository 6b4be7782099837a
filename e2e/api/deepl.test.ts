import * as deepl from "deepl-node";
import { beforeAll, describe, expect, test } from "vitest";
import { baseUrl, newAccount } from "./client";

let key: string;
let client: deepl.DeepLClient;
beforeAll(async () => {
  ({ key } = await newAccount({ tier: "pro" }));
  client = clientOf(key);
});

const clientOf = (authKey: string) => new deepl.DeepLClient(authKey, { serverUrl: baseUrl(), maxRetries: 0 });

/** A raw request, for what deepl-node does not send. */
async function ask(method: string, path: string, headers: Record<string, string>, body?: string) {
  const response = await fetch(`${baseUrl()}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  expect(response.headers.get("x-trace-id")).toBe(response.headers.get("x-request-id"));
  return { status: response.status, json: await response.json(), headers: response.headers };
}

describe("deepl-node, unmodified", () => {
  test("translates one text and several", async () => {
    const one = await client.translateText("The house is big.", "en", "es");
    expect(one.text).toMatch(/casa/);
    expect(one).toMatchObject({ detectedSourceLang: "en", billedCharacters: 17 });
    const several = await client.translateText(["The house.", "12"], null, "es");
    expect(several.map(({ text }) => text)).toEqual([expect.stringMatching(/casa/), "12"]);
    expect(several[0]!.detectedSourceLang).toBe("en");
  });

  test("keeps XML and HTML tags, and leaves ignored elements", async () => {
    const xml: deepl.TranslateTextOptions = { tagHandling: "xml", ignoreTags: ["x"] };
    const { text } = await client.translateText('The <x id="1">house</x> is <b>big</b><br/> today.', "en", "es", xml);
    expect(text).toContain('<x id="1">house</x>');
    expect(text).toMatch(/<b>[^<]+<\/b>/);
    expect(text).toContain("<br/>");
    expect(text).not.toMatch(/translate=|data-/);
    const html = await client.translateText("<p>The house</p>", "en", "es", { tagHandling: "html" });
    expect(html.text).toMatch(/^<p>.*casa.*<\/p>$/);
  });

  test("lists languages and usage", async () => {
    const sources = await client.getSourceLanguages();
    expect(sources).toContainEqual(expect.objectContaining({ code: "en", name: "English" }));
    const targets = (await client.getTargetLanguages()).map(({ code }) => code);
    expect(targets).toEqual(expect.arrayContaining(["es", "en-GB", "en-US"]));
    const usage = await client.getUsage();
    expect(usage.character?.count).toBeGreaterThan(0);
    expect(usage.anyLimitReached()).toBe(false);
  });

  test("throws its own errors for wrong keys, languages and formality, and 429 for the limit", async () => {
    await expect(clientOf("wrong").getUsage()).rejects.toThrow(deepl.AuthorizationError);
    await expect(client.translateText("a", "xx" as deepl.SourceLanguageCode, "es")).rejects.toThrow(/source_lang/);
    await expect(client.translateText("a", "en", "xx" as deepl.TargetLanguageCode)).rejects.toThrow(/target_lang/);
    await expect(client.translateText("The house", "en", "es", { formality: "more" })).rejects.toThrow(/formality/);
    expect((await client.translateText("The house", "en", "es", { formality: "prefer_more" })).text).not.toBe("");
    const small = clientOf((await newAccount({ limits: { requestsPerHour: 1 } })).key);
    await small.translateText("Good morning", "en", "es");
    await expect(small.translateText("Good morning", "en", "es")).rejects.toThrow(deepl.TooManyRequestsError);
  });
});

describe("over the wire", () => {
  test("takes JSON, forms and the query, the key with :fx or as auth_key, and ignores unknown fields", async () => {
    const json = { text: ["The house."], target_lang: "ES", source_lang: "EN-GB", enable_beta_languages: true };
    const auth = { Authorization: `DeepL-Auth-Key ${key}:fx` };
    const sent = await ask(
      "POST",
      "/v2/translate",
      { ...auth, "Content-Type": "application/json" },
      JSON.stringify(json),
    );
    expect(sent.json).toEqual({
      translations: [{ detected_source_language: "EN", text: expect.stringMatching(/casa/) }],
    });
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const fields = `text=The+house.&text=A+car.&target_lang=es&auth_key=${key}&model_type=latency_optimized`;
    const asForm = await ask("POST", "/v2/translate", form, fields);
    expect(asForm.json.translations).toHaveLength(2);
    expect(asForm.json.translations[0].model_type_used).toBe("latency_optimized");
    expect((await ask("GET", `/v2/translate?${fields}`, {})).json.translations).toHaveLength(2);
    const v3 = await ask("GET", "/v3/languages?resource=translate_text", auth);
    expect(v3.json).toContainEqual(expect.objectContaining({ lang: "es", usable_as_source: true, status: "stable" }));
  });

  test("a key never works in the query of /v1", async () => {
    expect((await fetch(`${baseUrl()}/v1/me?auth_key=${key}`)).status).toBe(400);
  });

  test("refuses with a message, and 403 for every fault of a key", async () => {
    const auth = { Authorization: `DeepL-Auth-Key ${key}`, "Content-Type": "application/json" };
    const narrow = await newAccount({ key: { scopes: ["usage:read"] } });
    const cases: [Record<string, string>, unknown, number, RegExp][] = [
      [auth, { target_lang: "es" }, 400, /'text'/],
      [auth, { text: ["a"] }, 400, /'target_lang'/],
      [auth, { text: [1], target_lang: "es" }, 400, /'text'/],
      [auth, { text: ["a"], target_lang: "es", tag_handling: "md" }, 400, /tag_handling/],
      [auth, { text: ["a"], target_lang: "es", glossary_id: "x" }, 400, /source_lang/],
      [auth, { text: ["x".repeat(60_000)], target_lang: "es" }, 413, /characters/],
      [{ "Content-Type": "application/json" }, { text: ["a"], target_lang: "es" }, 403, /key/],
      [{ ...auth, Authorization: `DeepL-Auth-Key ${narrow.key}` }, { text: ["a"], target_lang: "es" }, 403, /scope/],
    ];
    for (const [headers, body, status, message] of cases) {
      const answer = await ask("POST", "/v2/translate", headers, JSON.stringify(body));
      expect([answer.status, answer.json.message], JSON.stringify(body).slice(0, 80)).toEqual([
        status,
        expect.stringMatching(message),
      ]);
      expect(answer.json.error).toBeUndefined();
    }
    expect((await ask("POST", "/v2/translate", auth, "{")).status).toBe(400);
    expect((await ask("DELETE", "/v2/translate", auth)).status).toBe(405);
    expect((await ask("GET", "/v2/languages?type=both", { Authorization: auth.Authorization })).status).toBe(400);
  });
});
