import { beforeAll, describe, expect, test } from "vitest";
import { placeholderCorpus } from "@/e2e/doubles/placeholders";
import { call, newAccount } from "./client";

let key: string;
beforeAll(async () => {
  ({ key } = await newAccount());
});

const translate = (body: Record<string, unknown>) =>
  call("POST", "/v1/translate", { key, body: { source: "en", target: "es", ...body } });

describe("POST /translate", () => {
  test("POST /translate returns the translation of one text with its languages and engine", async () => {
    const { status, json } = await translate({ text: "The house is big." });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      translation: "La casa es grande.",
      source: "en",
      target: "es",
      detectedSource: null,
      characters: 17,
      engine: "apertium",
      route: ["en", "es"],
      warnings: [],
    });
  });

  test("POST /translate returns the same response under /v1 and /api/v1", async () => {
    const a = await call("POST", "/v1/translate", { key, body: { text: "The house", source: "en", target: "es" } });
    const b = await call("POST", "/api/v1/translate", { key, body: { text: "The house", source: "en", target: "es" } });
    expect(b.json).toEqual(a.json);
  });

  test("POST /translate detects the source language if none is given, and returns the detected language", async () => {
    const { json } = await translate({
      text: "The committee will publish the final report next month.",
      source: undefined,
    });
    expect(json.detectedSource.language).toBe("en");
    expect(json.detectedSource.confidence).toBeGreaterThan(0.5);
    const auto = await translate({ text: "The committee will publish the final report next month.", source: "auto" });
    expect(auto.json.source).toBe("en");
  });

  test("POST /translate accepts aliases of language codes in any letter case", async () => {
    for (const source of ["EN", "eng", "en_GB", "en-us"]) {
      const { json } = await translate({ text: "The house", source, target: "SPA" });
      expect(json).toMatchObject({ source: "en", target: "es", translation: "La casa" });
    }
  });

  test("POST /translate keeps line breaks, blank lines and surrounding white space", async () => {
    const { json } = await translate({ text: "  The house\r\n\r\n\tThe red car  \n" });
    expect(json.translation).toBe("  La casa\r\n\r\n\tEl coche rojo  \n");
  });

  test("special characters, markup, emoji, NUL and lone surrogates are returned unchanged", async () => {
    for (const piece of [
      "^$/\\[]{}<>@",
      "<b>",
      "&amp; & <",
      "👩‍👩‍👧‍👦",
      "2\u00003",
      "日本語",
      "[[t:b:1]]",
      "*",
      "~",
      "\u200b",
    ]) {
      const { json } = await translate({ text: `The house ${piece} 42` });
      expect(json.translation, piece).toContain(piece);
    }
  });

  test("POST /translate warns about text without words, and about equal source and target languages", async () => {
    for (const text of ["42", "🎉🎉", "https://example.org/a?b=c", " \n "]) {
      const { json } = await translate({ text });
      expect(json.translation).toBe(text);
      expect(json.warnings.map((warning: { code: string }) => warning.code)).toEqual(["nothing_to_translate"]);
    }
    const same = await translate({ text: "The house", target: "en" });
    expect(same.json).toMatchObject({ translation: "The house", warnings: [{ code: "same_language" }] });
  });

  test("translating English into a regional variant of English changes nothing, whether the source language is given or detected", async () => {
    const text = "The house is big and beautiful.";
    for (const source of ["en", "auto"]) {
      const { status, json } = await translate({ text, source, target: "en-US" });
      expect([status, json.translation, json.engine], source).toEqual([200, text, "none"]);
      expect(json.warnings).toMatchObject([{ code: "same_language" }]);
    }
    const { json } = await call("GET", "/v1/languages?source=en", { key });
    expect(json.languages[0].targets).not.toContain("en-US");
  });

  test("POST /translate uses a pivot language if no engine translates the pair directly, and warns about the pivot", async () => {
    const { json } = await translate({ text: "The house is big.", target: "it" });
    expect(json.route).toHaveLength(3);
    expect(json.warnings.map((warning: { code: string }) => warning.code)).toContain("pivoted");
  });

  test("POST /translate keeps unknown words unchanged, with a warning", async () => {
    const { json } = await translate({ text: "The blorptastic house is big." });
    expect(json.translation).toContain("blorptastic");
    expect(json.warnings.map((warning: { code: string }) => warning.code)).toContain("untranslated_words");
  });

  test("POST /translate keeps HTML and Markdown markup at the right words", async () => {
    const html = await translate({ text: 'Click <b>here</b> to save the <a href="/x">big house</a>.', format: "html" });
    expect(html.json.translation).toMatch(/<b>aquí<\/b>/);
    expect(html.json.translation).toMatch(/<a href="\/x">.*casa.*<\/a>/);
    const markdown = await translate({ text: "# The house\n\nThe **red** car, `code`.\n", format: "markdown" });
    expect(markdown.json.translation).toMatch(/^# La casa\n\n/);
    expect(markdown.json.translation).toContain("**rojo**");
    expect(markdown.json.translation).toContain("`code`");
  });

  test("POST /translate returns the complete translation of a line of 1 MB", async () => {
    const text = "The house is big. ".repeat(11_000);
    const { accountKey } = await newAccount({ limits: { textCharacters: 1_000_000 } }).then((made) => ({
      accountKey: made.key,
    }));
    const { status, json } = await call("POST", "/v1/translate", {
      key: accountKey,
      body: { text, source: "en", target: "es" },
    });
    expect(status).toBe(200);
    expect(json.translation).toBe("La casa es grande. ".repeat(11_000));
  });
});

describe("placeholders", () => {
  test.each(["es", "ca", "fr", "pt", "it"])(
    "all placeholders of the test corpus are unchanged after translation from en to %s",
    async (target) => {
      const texts = placeholderCorpus.map((entry) => entry.text);
      expect(texts.length).toBeGreaterThanOrEqual(200);
      const { json } = await call("POST", "/v1/translate/batch", { key, body: { texts, source: "en", target } });
      for (const [i, entry] of placeholderCorpus.entries()) {
        // Of a plural or select, only the part before its branches must stay: the branches are translated.
        const kept = entry.placeholders.map(
          (one) => /^\{[^{}]*,\s*(?:plural|select|selectordinal)\s*,/.exec(one)?.[0] ?? one,
        );
        for (const placeholder of new Set(kept)) {
          const count = (text: string) => text.split(placeholder).length;
          expect(count(json.translations[i].translation), `${entry.text} → ${json.translations[i].translation}`).toBe(
            count(entry.text),
          );
        }
      }
    },
  );
});

describe("POST /translate/batch", () => {
  test("POST /translate/batch returns one item per text in order, each with its detected language", async () => {
    const texts = ["The house is very big and very old.", "Le chat dort dans la maison de mon père.", "42"];
    const { status, json } = await call("POST", "/v1/translate/batch", { key, body: { texts, target: "es" } });
    expect(status).toBe(200);
    expect(json.target).toBe("es");
    expect(json.characters).toBe(texts.join("").length);
    expect(json.translations.map((item: { source: string }) => item.source)).toEqual(["en", "fr", "und"]);
    expect(json.translations[0]).not.toHaveProperty("target");
  });

  test("a text of a batch that can't be translated returns an error, and the other texts return their translations", async () => {
    const texts = ["The house is big and old.", "Дом большой и очень старый, и в нём живёт моя семья."];
    const { json } = await call("POST", "/v1/translate/batch", { key, body: { texts, target: "es" } });
    expect(json.translations[0].translation).toContain("casa");
    expect(json.translations[1]).toHaveProperty("error.code");
  });

  test("a batch with a text of the wrong type or an unknown field is refused as a whole, with all faults", async () => {
    const { status, json } = await call("POST", "/v1/translate/batch", {
      key,
      body: { texts: ["ok", "", 3], target: "es", taget: "x" },
    });
    expect(status).toBe(400);
    const faults = json.error.details.errors.map(
      (fault: { path: string; code: string }) => `${fault.path} ${fault.code}`,
    );
    expect(faults).toEqual(expect.arrayContaining(["texts.2 type", "taget unknown_field"]));
    expect(json.error.details.errors.find((fault: { path: string }) => fault.path === "taget").message).toContain(
      "did you mean target?",
    );
  });
});

describe("faults of format and language", () => {
  const faultsOf = (json: { error: { details: { errors: readonly { path: string; code: string }[] } } }) =>
    json.error.details.errors.map(({ path, code }) => `${path} ${code}`).sort();

  test("all faults of a request are reported together", async () => {
    const text = await call("POST", "/v1/translate", {
      key,
      body: { text: "", source: "yy", target: "xx", engine: "none-such", taget: "es" },
    });
    expect(faultsOf(text.json)).toEqual([
      "engine format",
      "source unsupported_language",
      "taget unknown_field",
      "target unsupported_language",
      "text empty",
    ]);
    const batch = await call("POST", "/v1/translate/batch", { key, body: { texts: [], source: "es", target: "ja" } });
    expect(faultsOf(batch.json)).toEqual(["target unsupported_pair", "texts empty"]);
    const raw = new FormData();
    raw.set("target", "xx");
    raw.set("format", "txt");
    raw.set("colour", "red");
    const file = await call("POST", "/v1/translate/file", { key, raw });
    expect(faultsOf(file.json)).toEqual(["colour unknown_field", "file required", "target unsupported_language"]);
  });

  test("several faults of one field are reported as one error", async () => {
    const { json } = await call("POST", "/v1/translate", {
      key,
      body: { text: "a", source: 3, target: "x".repeat(65) },
    });
    expect(faultsOf(json)).toEqual(["source type", "target range"]);
  });
});

describe("limits of size", () => {
  test("a request over a size limit returns 413 with limit and size, and a request exactly at the limit is accepted", async () => {
    const { key: free } = await newAccount({ tier: "free" });
    const over = await call("POST", "/v1/translate", {
      key: free,
      body: { text: "a".repeat(10_001), source: "en", target: "es" },
    });
    expect(over.status).toBe(413);
    expect(over.json.error.details).toMatchObject({
      limit: 10_000,
      actual: 10_001,
      unit: "characters",
      field: "text",
      tier: "free",
    });
    const emoji = await call("POST", "/v1/translate", {
      key: free,
      body: { text: "🎉".repeat(10_000), source: "en", target: "es" },
    });
    expect(emoji.status).toBe(200);
    const items = await call("POST", "/v1/translate/batch", {
      key: free,
      body: { texts: Array(51).fill("a"), source: "en", target: "es" },
    });
    expect(items.json.error.details).toMatchObject({ limit: 50, actual: 51, unit: "items" });
    const sum = await call("POST", "/v1/translate/batch", {
      key: free,
      body: { texts: Array(6).fill("a".repeat(9_000)), source: "en", target: "es" },
    });
    expect(sum.json.error.details).toMatchObject({ limit: 50_000, actual: 54_000, unit: "characters", field: "texts" });
  });
});

test("POST /translate translates the attributes of HTML that has no other text, also in a batch", async () => {
  const pieces = [
    '<img alt="The house is big.">',
    "<a title='The house is big.'></a>",
    '<input placeholder="The house is big.">',
  ];
  for (const text of pieces)
    for (const source of ["en", undefined]) {
      const { json } = await translate({ text, target: "es", format: "html", source });
      expect(json, text).toMatchObject({
        translation: text.replace("The house is big.", "La casa es grande."),
        source: "en",
      });
    }
  const body = { texts: [...pieces, '<img alt="12">'], target: "es", format: "html" };
  const { json } = await call("POST", "/v1/translate/batch", { key, body });
  expect(json.translations.map((one: any) => one.translation)).toEqual([
    ...pieces.map((piece) => piece.replace("The house is big.", "La casa es grande.")),
    '<img alt="12">',
  ]);
  expect(json.translations[3].warnings).toMatchObject([{ code: "nothing_to_translate" }]);
});

describe("languages and detection", () => {
  test("GET /languages lists languages with names and targets, and answers 304 to a matching ETag without counting the request", async () => {
    const { key: free } = await newAccount({ tier: "free" });
    const first = await call("GET", "/v1/languages?display=fr", { key: free });
    const english = first.json.languages.find((language: { code: string }) => language.code === "en");
    expect(english).toMatchObject({ name: "anglais", nativeName: "English", direction: "ltr" });
    expect(english.targets).toContain("es");
    const again = await call("GET", "/v1/languages?display=fr", {
      key: free,
      headers: { "If-None-Match": first.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get("x-ratelimit-remaining")).toBe(first.headers.get("x-ratelimit-remaining"));
  });

  test("an unknown language is refused with suggestions, and an unsupported pair with the available targets", async () => {
    const unknown = await translate({ text: "The house", target: "spanish" });
    expect(unknown.json.error.details.errors[0]).toMatchObject({ path: "target", code: "unsupported_language" });
    expect(unknown.json.error.details.errors[0].suggestions[0]).toBe("es");
    const messageFor = async (target: string, source = "en") =>
      (await translate({ text: "The house", source, target })).json.error.details.errors[0].message;
    expect(await messageFor("zh-TW")).toMatch(/can be installed as Simplified Chinese \(zh-Hans\)\.$/);
    expect(await messageFor("es", "sr-Latn")).toMatch(/can be installed as Serbian \(Cyrillic\) \(sr\)\.$/);
    expect(await messageFor("sr-Latn"), "no model writes it").toMatch(/Serbian is not translated here/);
    expect(await messageFor("ca-Cyrl")).toMatch(/is available as Catalan \(Latin\) \(ca\)/);
    expect(await messageFor("mn-Latn")).toMatch(/Mongolian is not translated here in any script or region\.$/);
    const { json: listed } = await call("GET", "/v1/languages", { key });
    const codes = listed.languages.map((language: { code: string }) => language.code);
    expect(codes.length).toBeGreaterThan(3);
  });

  test("POST /detect returns the most likely candidates first", async () => {
    const { json } = await call("POST", "/v1/detect", {
      key,
      body: { texts: ["Le chat dort dans la maison de mon père.", "12345"] },
    });
    expect(json.detections[0].language).toBe("fr");
    expect(json.detections[0].candidates.length).toBeLessThanOrEqual(3);
    expect(json.detections[0]).toMatchObject({ supported: true, installable: true });
    const none = {
      language: null,
      confidence: 0,
      supported: false,
      installable: false,
      candidates: [],
      languages: [],
    };
    expect(json.detections[1]).toEqual(none);
  });

  test("a text in an unsupported language is refused with the detected language and the supported languages", async () => {
    const swahili = await translate({
      text: "Kamati itachapisha ripoti kuhusu ubora wa maji mwezi ujao.",
      source: "auto",
      target: "en",
    });
    expect(swahili.status).toBe(400);
    expect(swahili.json.error.details.errors[0]).toMatchObject({
      path: "source",
      code: "unsupported_language",
      detectedLanguage: "sw",
      installable: false,
    });
    expect(swahili.json.error.message).toContain("Swahili");
  });
});
