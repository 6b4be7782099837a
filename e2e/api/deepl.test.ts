import { randomUUID } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import * as deepl from "deepl-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { baseUrl, call, newAccount } from "./client";

let key: string;
let client: deepl.DeepLClient;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "deepl-documents-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));
beforeAll(async () => {
  ({ key } = await newAccount({ tier: "pro" }));
  client = clientOf(key);
});

const clientOf = (authKey: string) => new deepl.DeepLClient(authKey, { serverUrl: baseUrl(), maxRetries: 0 });

/** A raw request, for cases that deepl-node cannot send. */
async function ask(method: string, path: string, headers: Record<string, string>, body?: string) {
  const response = await fetch(`${baseUrl()}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  expect(response.headers.get("x-trace-id")).toBe(response.headers.get("x-request-id"));
  return { status: response.status, json: await response.json(), headers: response.headers };
}

describe("deepl-node, unmodified", () => {
  test("deepl-node translates one text and several texts", async () => {
    const one = await client.translateText("The house is big.", "en", "es");
    expect(one.text).toMatch(/casa/);
    expect(one).toMatchObject({ detectedSourceLang: "en", billedCharacters: 17 });
    const several = await client.translateText(["The house.", "12"], null, "es");
    expect(several.map(({ text }) => text)).toEqual([expect.stringMatching(/casa/), "12"]);
    expect(several[0]!.detectedSourceLang).toBe("en");
  });

  test("deepl-node keeps XML and HTML tags, and does not translate ignored elements", async () => {
    const xml: deepl.TranslateTextOptions = { tagHandling: "xml", ignoreTags: ["x"] };
    const { text } = await client.translateText('The <x id="1">house</x> is <b>big</b><br/> today.', "en", "es", xml);
    expect(text).toContain('<x id="1">house</x>');
    expect(text).toMatch(/<b>[^<]+<\/b>/);
    expect(text).toContain("<br/>");
    expect(text).not.toMatch(/translate=|data-/);
    const html = await client.translateText("<p>The house</p>", "en", "es", { tagHandling: "html" });
    expect(html.text).toMatch(/^<p>.*casa.*<\/p>$/);
  });

  test("deepl-node lists languages and usage", async () => {
    const sources = await client.getSourceLanguages();
    expect(sources).toContainEqual(expect.objectContaining({ code: "en", name: "English" }));
    const targets = (await client.getTargetLanguages()).map(({ code }) => code);
    expect(targets).toEqual(expect.arrayContaining(["es", "en-GB", "en-US"]));
    const usage = await client.getUsage();
    expect(usage.character?.count).toBeGreaterThan(0);
    expect(usage.anyLimitReached()).toBe(false);
  });

  test("deepl-node reports invalid keys, languages and formality, and an exceeded rate limit, with its own error classes", async () => {
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

describe("documents of deepl-node", () => {
  const document = (text: string) => Buffer.from(text);

  test("deepl-node uploads, polls and downloads documents, including repeated downloads", async () => {
    const handle = await client.uploadDocument(document("The house is big."), "en", "es", { filename: "a.txt" });
    expect(handle).toEqual({
      documentId: expect.stringMatching(/^[0-9A-F]{32}$/),
      documentKey: expect.stringMatching(/^[0-9A-F]{64}$/),
    });
    const { status } = await client.isDocumentTranslationComplete(handle);
    expect(status).toMatchObject({ status: "done", billedCharacters: 17 });
    for (let i = 0; i < 2; i++) {
      const to = path.join(folder, `a${i}.txt`);
      await client.downloadDocument(handle, to);
      expect(fs.readFileSync(to, "utf8")).toBe("La casa es grande.");
    }
    const wrong = [
      { ...handle, documentKey: "0".repeat(64) },
      { documentId: "1234".repeat(8), documentKey: handle.documentKey },
      { documentId: "x", documentKey: "" },
    ];
    for (const one of wrong) await expect(client.getDocumentStatus(one)).rejects.toThrow(/Not found/);
    const other = clientOf((await newAccount()).key);
    await expect(other.getDocumentStatus(handle)).rejects.toThrow(/Not found/);
    await expect(other.downloadDocument(handle, path.join(folder, "other.txt"))).rejects.toThrow(/Not found/);
  });

  test("deepl-node receives DeepL's errors for invalid document requests", async () => {
    const send = (
      text: string,
      options: deepl.DocumentTranslateOptions,
      source: deepl.SourceLanguageCode | null = "en",
    ) => client.translateDocument(document(text), path.join(folder, `${randomUUID()}.txt`), source, "es", options);
    await expect(send("La casa", { filename: "b.txt" }, "es")).rejects.toThrow(/Source and target language are equal/);
    const spanish = "La casa es muy grande y el jardín también es muy bonito.";
    await expect(send(spanish, { filename: "b.txt" }, null)).rejects.toThrow(/Source and target language are equal/);
    await expect(send("x", { filename: "b.invalid" })).rejects.toThrow(/Invalid file data/);
    const formality = "much" as deepl.Formality;
    await expect(send("x", { filename: "b.txt", formality })).rejects.toThrow(/formality/);
  });
});

describe("glossaries of deepl-node", () => {
  const entries = (of: Record<string, string>) => new deepl.GlossaryEntries({ entries: of });

  test("deepl-node creates, reads, uses and deletes a glossary for one language pair", async () => {
    const made = await client.createGlossary("House words", "en", "es", entries({ house: "mansión", tea: "té" }));
    expect(made).toMatchObject({ name: "House words", sourceLang: "en", targetLang: "es", entryCount: 2, ready: true });
    expect(await client.getGlossary(made.glossaryId)).toEqual(made);
    expect(await client.listGlossaries()).toContainEqual(made);
    expect((await client.getGlossaryEntries(made)).entries()).toEqual({ house: "mansión", tea: "té" });
    const { text } = await client.translateText("The house is big.", "en", "es", { glossary: made });
    expect(text).toContain("mansión");
    await expect(client.translateText("The house", "en", "fr", { glossary: made.glossaryId })).rejects.toThrow(/pair/);
    const { json } = await ask(
      "POST",
      "/v2/translate",
      { Authorization: `DeepL-Auth-Key ${key}`, "Content-Type": "application/json" },
      JSON.stringify({ text: ["The house"], target_lang: "es", glossary_id: made.glossaryId }),
    );
    expect(json.message).toBe("Use of a glossary requires the source_lang parameter to be specified");
    const ours = await call("GET", "/v1/glossaries", { key });
    expect(ours.json.glossaries).toContainEqual(expect.objectContaining({ name: "House words", terms: 2 }));
    await expect(clientOf((await newAccount()).key).getGlossary(made.glossaryId)).rejects.toThrow(
      deepl.GlossaryNotFoundError,
    );
    await client.deleteGlossary(made);
    await expect(client.getGlossary(made.glossaryId)).rejects.toThrow(deepl.GlossaryNotFoundError);
    await expect(client.getGlossary("invalid")).rejects.toThrow(deepl.DeepLError);
    expect((await client.getGlossaryLanguagePairs()).length).toBeGreaterThan(0);
  });

  test("a DeepL glossary for several language pairs keeps its dictionaries separate", async () => {
    const dictionary = (sourceLangCode: string, targetLangCode: string, of: Record<string, string>) => ({
      sourceLangCode,
      targetLangCode,
      entries: entries(of),
    });
    const made = await client.createMultilingualGlossary("Both ways", [
      dictionary("en", "es", { house: "mansión" }),
      dictionary("en", "ca", { house: "mansió" }),
      dictionary("es", "en", { casa: "mansion" }),
    ]);
    const id = made.glossaryId;
    expect(made.dictionaries).toHaveLength(3);
    expect(await client.getMultilingualGlossary(id)).toEqual(made);
    expect(await client.listMultilingualGlossaries()).toContainEqual(made);
    expect((await client.translateText("La casa es grande.", "es", "en-GB", { glossary: id })).text).toContain(
      "mansion",
    );

    const merged = await client.updateMultilingualGlossaryDictionary(id, dictionary("en", "es", { tea: "té" }));
    expect(merged.dictionaries).toContainEqual({ sourceLangCode: "en", targetLangCode: "es", entryCount: 2 });
    const put = await client.replaceMultilingualGlossaryDictionary(id, dictionary("en", "es", { tea: "infusión" }));
    expect(put).toMatchObject({ entryCount: 1 });
    const read = await client.getMultilingualGlossaryDictionaryEntries(id, "en", "es");
    expect(read.entries.entries()).toEqual({ tea: "infusión" });
    expect((await client.updateMultilingualGlossaryName(id, "Renamed")).name).toBe("Renamed");
    await client.deleteMultilingualGlossaryDictionary(id, "en", "es");
    await expect(client.getMultilingualGlossaryDictionaryEntries(id, "en", "es")).rejects.toThrow(deepl.DeepLError);
    expect((await client.getMultilingualGlossary(id)).dictionaries).toHaveLength(2);
    await client.deleteMultilingualGlossary(id);
    expect((await call("GET", "/v1/glossaries?q=Renamed", { key })).json.glossaries).toEqual([]);
  });

  test("a DeepL glossary can be created without a dictionary", async () => {
    const { glossaryId, dictionaries } = await client.createMultilingualGlossary("Begun", []);
    expect([dictionaries, (await client.getMultilingualGlossary(glossaryId)).dictionaries]).toEqual([[], []]);
    const added = { sourceLangCode: "es", targetLangCode: "en", entries: entries({ casa: "mansion" }) };
    await client.updateMultilingualGlossaryDictionary(glossaryId, added);
    const { text } = await client.translateText("La casa es grande.", "es", "en-GB", { glossary: glossaryId });
    expect(text).toContain("mansion");
  });

  test("updating one language of a DeepL glossary keeps a term's translations into other languages and its forbidden translations", async () => {
    const { json: glossary } = await call("POST", "/v1/glossaries", {
      key,
      body: { name: "By hand", sourceLanguage: "en" },
    });
    const targets = [
      { language: "es", text: "casa" },
      { language: "es", text: "hogar", usage: "forbidden" },
      { language: "fr", text: "maison" },
    ];
    await call("POST", `/v1/glossaries/${glossary.id}/terms`, {
      key,
      body: { source: "house", definition: "A building", targets },
    });
    await call("POST", `/v1/glossaries/${glossary.id}/terms`, { key, body: { source: "not translated yet" } });
    const found = (await client.listMultilingualGlossaries()).find(({ name }) => name === "By hand")!;
    expect(found.dictionaries.map(({ targetLangCode, entryCount }) => [targetLangCode, entryCount])).toEqual([
      ["es", 1],
      ["fr", 1],
    ]);
    await client.deleteMultilingualGlossaryDictionary(found.glossaryId, "en", "es");
    const { json } = await call("GET", `/v1/glossaries/${glossary.id}/terms`, { key });
    expect(json.terms.map(({ source }: { source: string }) => source)).toEqual(["not translated yet", "house"]);
    expect(json.terms[1]).toMatchObject({
      definition: "A building",
      targets: [{ text: "hogar" }, { text: "maison" }],
    });
  });

  test("an invalid DeepL glossary is refused with an error that has DeepL's message and detail fields", async () => {
    const headers = { Authorization: `DeepL-Auth-Key ${key}`, "Content-Type": "application/json" };
    const dictionary = { source_lang: "en", target_lang: "es", entries: "a\tb", entries_format: "tsv" };
    const refused = async (body: object) => {
      const { status, json } = await ask("POST", "/v3/glossaries", headers, JSON.stringify(body));
      expect(typeof json.message).toBe("string");
      return [status, typeof json.detail];
    };
    expect(await refused({ name: "", dictionaries: [dictionary] })).toEqual([400, "string"]);
    expect(await refused({ name: "a", dictionaries: [{ ...dictionary, entries: "" }] })).toEqual([400, "string"]);
    expect(await refused({ name: "a", dictionaries: [{ ...dictionary, entries: "a\tb\na\tc" }] })).toEqual([
      400,
      "string",
    ]);
    expect((await refused({ name: "a", dictionaries: [{ ...dictionary, target_lang: "xx" }] }))[0]).toBe(400);
    const one = await client.createGlossary("One", "en", "es", entries({ a: "b" }));
    const accept = { ...headers, Accept: "application/pdf" };
    expect((await ask("GET", `/v2/glossaries/${one.glossaryId}/entries`, accept)).status).toBe(415);
    const narrow = (await newAccount({ key: { scopes: ["translate"] } })).key;
    await expect(clientOf(narrow).listGlossaries()).rejects.toThrow(deepl.AuthorizationError);
  });
});

test("GET /v3/languages lists languages and their resources as DeepL does", async () => {
  const headers = { Authorization: `DeepL-Auth-Key ${key}` };
  const resources = (await ask("GET", "/v3/languages/resources", headers)).json;
  expect(resources.map(({ name }: { name: string }) => name)).toEqual([
    "translate_text",
    "translate_document",
    "glossary",
  ]);
  for (const { name } of resources) {
    const { json } = await ask("GET", `/v3/languages?resource=${name}`, headers);
    expect(json).toContainEqual(
      expect.objectContaining({ lang: "es", usable_as_source: true, usable_as_target: true, status: "stable" }),
    );
  }
  expect((await ask("GET", "/v3/languages?resource=voice", headers)).json).toEqual([]);
  expect((await ask("GET", "/v3/languages?resource=x", headers)).status).toBe(400);
});

describe("DeepL's HTTP interface", () => {
  test("DeepL's API accepts JSON, form and query parameters and each form of the key, and ignores unknown fields", async () => {
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
    // deepl-python sends a form with its GET, which fetch cannot do.
    const targets = await new Promise<string>((resolve, reject) => {
      const sent = http.request(`${baseUrl()}/v2/languages`, { headers: { ...auth, ...form } }, async (response) =>
        resolve(await text(response)),
      );
      sent.on("error", reject).setHeader("Content-Length", 11);
      sent.end("type=target");
    });
    expect(JSON.parse(targets)[0]).toHaveProperty("supports_formality");
    const v3 = await ask("GET", "/v3/languages?resource=translate_text", auth);
    expect(v3.json).toContainEqual(expect.objectContaining({ lang: "es", usable_as_source: true, status: "stable" }));
  });

  test("the API under /v1 refuses a key in the query", async () => {
    expect((await fetch(`${baseUrl()}/v1/me?auth_key=${key}`)).status).toBe(400);
  });

  test("DeepL's API refuses invalid parameters, including a target in an unsupported script, with a message", async () => {
    const auth = { Authorization: `DeepL-Auth-Key ${key}`, "Content-Type": "application/json" };
    const cases: [Record<string, string>, unknown, number, RegExp][] = [
      [auth, { target_lang: "es" }, 400, /'text'/],
      [auth, { text: ["a"] }, 400, /'target_lang'/],
      [auth, { text: [1], target_lang: "es" }, 400, /'text'/],
      [auth, { text: ["a"], target_lang: "es", tag_handling: "md" }, 400, /tag_handling/],
      [auth, { text: ["a"], target_lang: "es", glossary_id: "x" }, 400, /source_lang/],
      [auth, { text: ["a"], target_lang: "EN-DSRT" }, 400, /'target_lang' not supported/],
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
