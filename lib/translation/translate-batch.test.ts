import { afterAll, afterEach, describe, expect, test } from "vitest";
import { closeDatabase } from "@/db/client";
import { newProject } from "@/e2e/projects";
import type { Engine } from "@/lib/engines/engine";
import { setEngines } from "@/lib/engines/registry";
import { translateTexts } from "@/lib/http/compat/translate-texts";
import { TranslateBatchBody } from "@/lib/schemas/translate";
import { translateBatch, translateBatchByTarget } from "./translate-batch";

afterEach(() => setEngines(null));
afterAll(closeDatabase);

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

describe("an empty text of a batch", () => {
  const texts = ["The house is big and old.", "", "  ", "\n\t", "The door of the house is red."];
  const warnings = [expect.objectContaining({ code: "nothing_to_translate" })];

  test.each(["en", undefined])("is an item without a translation (source %s)", async (source) => {
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

  test("is one in each of several targets, and as the only text", async () => {
    useEngine("en");
    const { caller } = await newProject();
    const parsed = TranslateBatchBody.parse({ texts: [""], targets: ["es", "ca"] });
    const { results } = await translateBatchByTarget(caller, { ...parsed, targets: ["es", "ca"] });
    const item = { translations: [expect.objectContaining({ translation: "", warnings })] };
    expect(results).toMatchObject({ es: item, ca: item });
  });

  test("comes back empty through a facade", async () => {
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

  test("does not make an empty list valid", () => {
    expect(TranslateBatchBody.safeParse({ texts: [], target: "es" }).success).toBe(false);
  });
});
