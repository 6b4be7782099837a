import { afterAll, afterEach, describe, expect, test } from "vitest";
import { closeDatabase } from "@/db/client";
import { newProject } from "@/e2e/projects";
import type { Engine } from "@/lib/engines/engine";
import { setEngines } from "@/lib/engines/registry";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { translateTexts } from "@/lib/http/compat/translate-texts";
import type { Caller } from "@/lib/identity/auth/caller";
import { TranslateBatchBody, TranslateBody } from "@/lib/schemas/translate";
import { detectTexts } from "./detect-texts";
import { translateDocument } from "./documents";
import { translateBatch, translateBatchByTarget } from "./translate-batch";
import { translateText } from "./translate-text";

afterEach(() => setEngines(null));
afterAll(async () => {
  await closeSandbox();
  await closeDatabase();
});

/** Translates from each of the sources into Spanish and Catalan. */
function useEngine(...sources: readonly string[]): void {
  const engine: Engine = {
    id: "stand-in",
    local: true,
    directions: async () => sources.flatMap((source) => ["es", "ca"].map((target) => ({ source, target, rank: 50 }))),
    translate: async (segments, { target }) => segments.map(({ text }) => ({ text: `${text} ${target}` })),
    state: () => ({ id: "stand-in", state: "ready", detail: "", queued: 0, memoryMb: 0 }),
    close: async () => {},
  };
  setEngines([engine]);
}

describe("empty texts in a batch", () => {
  const texts = ["The house is big and old.", "", "  ", "\n\t", "The door of the house is red."];
  const warnings = [expect.objectContaining({ code: "nothing_to_translate" })];

  test.each(["en", undefined])("an empty text in a batch is returned empty (source %s)", async (source) => {
    useEngine("en");
    const { caller } = await newProject();
    const input = { ...TranslateBatchBody.parse({ texts, source, target: "es" }), target: "es" };
    const { translations, characters } = await translateBatch(caller, input);
    expect(translations.map((item) => "translation" in item && item.translation)).toEqual([
      "The house is big and old. es",
      "",
      "  ",
      "\n\t",
      "The door of the house is red. es",
    ]);
    expect(translations[1]).toMatchObject({ warnings, engine: "none", characters: 0 });
    expect(translations[2]).toMatchObject({ warnings, engine: "none", characters: 2 });
    expect(characters).toBe(texts.join("").length);
  });

  test("an empty text in a batch is returned empty for each target, even if it is the only text", async () => {
    useEngine("en");
    const { caller } = await newProject();
    const parsed = TranslateBatchBody.parse({ texts: [""], targets: ["es", "ca"] });
    const { results } = await translateBatchByTarget(caller, { ...parsed, targets: ["es", "ca"] });
    const item = { translations: [expect.objectContaining({ translation: "", warnings })] };
    expect(results).toMatchObject({ es: item, ca: item });
  });

  test("an empty text is returned empty by the compatible APIs", async () => {
    useEngine("en");
    const { caller } = await newProject();
    const { signal } = new AbortController();
    const done = await translateTexts(
      caller,
      { texts: ["", "The door"], source: "en", target: "es", format: "text" },
      signal,
    );
    expect(done.map(({ translation }) => translation)).toEqual(["", "The door es"]);
  });

  test("a batch must contain a text, which may be empty", () => {
    expect(TranslateBatchBody.safeParse({ texts: [], target: "es" }).success).toBe(false);
  });
});

const codesOf = (item: object) =>
  "warnings" in item ? (item.warnings as { code: string }[]).map(({ code }) => code) : item;

describe("detecting the source language of a batch", () => {
  const translate = (caller: Caller, text: string) =>
    translateText(caller, { ...TranslateBody.parse({ text, target: "es" }), target: "es" });

  test.each([
    "proton beam",
    "hotel bar",
    "Total",
    "Album",
    "Data model",
    "Tag",
    "Total: 5",
    "Agenda",
    "Pizza",
    "Alarm",
  ])(
    "a text of uncertain language is translated from the likeliest supported language, with a warning: %s",
    async (text) => {
      useEngine("en");
      const { caller } = await newProject();
      const answer = await translate(caller, text);
      expect(answer).toMatchObject({ translation: `${text} es`, source: "en" });
      expect(codesOf(answer)).toContain("low_confidence");
      const { detections } = await detectTexts(caller, [text]);
      expect(detections[0]).toMatchObject({ language: "en", supported: true });
      expect(detections[0]!.candidates[0]!.language).toBe("en");
    },
  );

  test("a text is refused if its language is certain and no engine translates it into the target", async () => {
    useEngine("en");
    const { caller } = await newProject();
    const text = "Ein sehr schönes altes Haus am Meer mit Garten";
    await expect(translate(caller, text)).rejects.toMatchObject({ code: "invalid_request" });
    const { detections } = await detectTexts(caller, [text, "Dzień dobry"]);
    expect(detections.map(({ language }) => language)).toEqual(["de", "pl"]);
  });

  test("a text of uncertain language is refused if no language in its script can be translated into the target", async () => {
    useEngine("en");
    const { caller } = await newProject();
    await expect(translate(caller, "こんにちは")).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("a text without a source language gets the language of its batch, unless another language is certain", async () => {
    useEngine("en", "fr", "it", "de");
    const { caller } = await newProject();
    const texts = [
      "Pizza",
      "Menu",
      "Album",
      "Save changes",
      "Delete account",
      "Your settings were saved.",
      "Welcome back",
    ];
    const french = "Bonjour tout le monde, comment allez-vous ?";
    const input = { ...TranslateBatchBody.parse({ texts: [...texts, french], target: "es" }), target: "es" };
    const { translations } = await translateBatch(caller, input);
    expect(translations.map((item) => "source" in item && item.source)).toEqual([...texts.map(() => "en"), "fr"]);
    expect((await translate(caller, "Pizza")).source).toBe("it");
  });

  test.each([
    ["es", "Abrir|Guardar|Imprimir|Cerrar"],
    ["es", "Guardar cambios|Imprimir"],
    ["fr", "Enregistrer|Imprimer|Fermer"],
    ["pt", "Salvar|Imprimir|Fechar"],
  ])("each menu entry is detected as %s in the menu %s", async (language, menu) => {
    useEngine("en", "es", "fr", "pt", "gl", "it");
    const { caller } = await newProject();
    const input = { ...TranslateBatchBody.parse({ texts: menu.split("|"), target: "ca" }), target: "ca" };
    const { translations } = await translateBatch(caller, input);
    for (const item of translations) expect(item).toMatchObject({ source: language });
  });

  test("a text without a source language is detected as the same language in a batch and in a file", async () => {
    useEngine("en");
    const { caller } = await newProject();
    const { signal } = new AbortController();
    const upload = { bytes: Buffer.from("hotel bar"), fileName: "a.txt", format: "txt", options: {} };
    const resources = { accountId: caller.accountId, glossaryIds: [], memories: [] };
    const done = await translateDocument(
      { ...upload, source: null, target: "es", localOnly: false, resources, signal },
      async () => {},
    );
    expect(done.detectedSource?.language).toBe("en");
    expect(codesOf(done)).toContain("low_confidence");
  });
});
