import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, EngineError } from "@/lib/engines/engine";
import { Router } from "@/lib/engines/routing";
import { bleu, tokens } from "./bleu";
import { chrF } from "./chrf";
import { measure } from "./measure";
import { keepResult, lastResult } from "./result";
import { OWN_SET, readTestSet } from "./test-set";

describe("BLEU and chrF", () => {
  // Computed with sacrebleu 2.6.0. The first two are examples from its README and tests.
  test.each([
    [
      ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."],
      ["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
      45.06750632106114,
      50.043063606582294,
    ],
    [
      [
        "risk assessment must be made of those who are qualified and expertise in the sector - these are the scientists .",
      ],
      [
        "risk assessment has to be undertaken by those who are qualified and expert in that area - that is the scientists .",
      ],
      25.440948926168492,
      63.43165368117263,
    ],
    [
      [" Die    Beziehung zwischen  Obama und Netanjahu ist nicht gerade  freundlich. "],
      ["Das Verhältnis zwischen Obama und Netanyahu ist nicht gerade freundschaftlich."],
      24.384183193426086,
      64.818123726097,
    ],
    [
      [
        "It costs 1,234.50 EUR (incl. 19% VAT), i.e. 3-4 times as much; see https://a.b/c?d=e&amp;f.",
        "A 😀 and a 家族.",
      ],
      ["It cost EUR 1.234,50 (with 19 % VAT): 3-4 times more - see https://a.b/c?d=e&f.", "An 😀 and one 家族!"],
      50.24708024842289,
      51.13514991303454,
    ],
    [
      ["the the the the the the the", "a cat"],
      ["the cat is on the mat", "a cat"],
      14.113991930789782,
      20.698927912903986,
    ],
    [["", "a b c d e"], ["a b", "a b c d e"], 67.03200460356396, 92.07459207459206],
    [["Yes", "No no"], ["Yes", "Nope"], 0, 41.19047619047619],
    [["abc", "def"], ["xyz", "uvw"], 0, 0],
  ])("BLEU and chrF of %j equal the scores of sacrebleu", (translations, references, expectedBleu, expectedChrF) => {
    expect(bleu(translations, references)).toBeCloseTo(expectedBleu, 9);
    expect(chrF(translations, references)).toBeCloseTo(expectedChrF, 9);
  });

  test("BLEU and chrF use mteval-v13a tokenisation", () => {
    expect(tokens("It costs 1,234.50 EUR (incl. 19% VAT), i.e. 3-4 times.").join(" ")).toBe(
      "It costs 1,234.50 EUR ( incl . 19 % VAT ) , i . e . 3 - 4 times .",
    );
    expect(tokens("a.b,c 5.x x.5 9- -9 'q' \"r\" &quot;s&quot; #$%").join(" ")).toBe(
      'a . b , c 5 . x x . 5 9 - -9 \'q\' " r " " s " # $ %',
    );
  });
});

describe("test sets", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "dragoman-set-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("the built-in test set has equally many sentences in each language", async () => {
    const { sentences } = await readTestSet(OWN_SET);
    expect([...sentences.keys()]).toEqual(["ca", "de", "en", "es", "fr", "it", "pt"]);
    for (const lines of sentences.values()) expect(lines.every((text) => text.trim() !== "")).toBe(true);
  });

  test("a test set may use FLORES file names, and is refused if its files have different numbers of sentences", async () => {
    await writeFile(path.join(folder, "eng_Latn.dev"), "One.\nTwo.\n");
    await writeFile(path.join(folder, "zho_Hans.dev"), "一。\r\n二。\r\n");
    await writeFile(path.join(folder, "README"), "No language.");
    const { sentences } = await readTestSet(folder);
    expect([...sentences]).toEqual([
      ["en", ["One.", "Two."]],
      ["zh", ["一。", "二。"]],
    ]);
    await writeFile(path.join(folder, "spa_Latn.dev"), "Uno.\n");
    await expect(readTestSet(folder)).rejects.toThrow("same number of lines");
  });
});

test("each engine is measured separately for each pair, a failure names its engine, and the last result is stored", async () => {
  const engine = (id: string, pairs: readonly (readonly [string, string])[], word: string): Engine => ({
    id,
    local: true,
    directions: async () => pairs.map(([source, target]) => ({ source, target, rank: 60 })),
    translate: async (segments) => segments.map(() => ({ text: word })),
    state: () => ({ id, state: "ready", detail: "", queued: 0, memoryMb: 0 }),
    close: async () => {},
  });
  const good = engine("good", [["en", "es"]], "La casa &amp; el jardín");
  const bad = engine(
    "bad",
    [
      ["en", "fr"],
      ["fr", "es"],
    ],
    "Xyzzy",
  );
  const sentences = new Map([
    ["en", ["The house & the garden"]],
    ["es", ["La casa & el jardín"]],
  ]);
  const down: Engine = {
    ...engine("down", [["en", "es"]], ""),
    translate: async () => {
      throw new EngineError("unavailable", "down", "it does not answer");
    },
  };
  const all = [down, good, bad];
  const faults: string[] = [];
  const rows = await measure(
    new Router(all),
    all,
    { name: "test", sentences },
    { row: () => {}, fault: ({ id }, { source, target }) => faults.push(`${id} ${source}-${target}`) },
  );
  expect(faults).toEqual(["down en-es"]);
  expect(rows).toMatchObject([
    { engine: "good", source: "en", target: "es", route: ["en", "es"], chrF: 100, bleu: 100, sentences: 1 },
    { engine: "bad", source: "en", target: "es", route: ["en", "fr", "es"], bleu: 0 },
  ]);
  await keepResult({ at: new Date().toISOString(), set: "test", sentences: 1, rows: [...rows] });
  expect(await lastResult()).toMatchObject({ set: "test", rows });
});
