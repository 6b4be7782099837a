import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { memoryUnits } from "@/db/schema";
import { IS_LONG } from "@/e2e/long";
import { newPerson } from "@/e2e/people";
import { matchPercent } from "@/lib/text/fuzzy";
import { defaultMemory } from "./default-memory";
import { feedMemory } from "./feed";
import { fillWordKeys } from "./fill-word-keys";
import { contextHash, sourceHash } from "./hash";
import { fuzzyMatches } from "./match";
import { wordKeys, wordQuery } from "./word-keys";

describe("word keys of memory units", () => {
  test("word keys ignore case and markup, and differ by memory, language and text length", () => {
    expect(wordKeys("tm_1", "es", "Save the <g1>File</g1>.")).toEqual(wordKeys("tm_1", "es", "save THE file"));
    const save = wordKeys("tm_1", "es", "save file");
    for (const other of [
      wordKeys("tm_2", "es", "save file"),
      wordKeys("tm_1", "ca", "save file"),
      wordKeys("tm_1", "es", "save file with another name somewhere else"),
    ])
      expect(other.some((key) => save.includes(key))).toBe(false);
  });

  test("a memory search uses enough of the rarest words that every match contains one of them", () => {
    const rare = (source: string, frequent: string) => {
      const known = new Set(wordKeys("tm_1", "es", frequent));
      return wordQuery(["tm_1"], "es", source, (key) => (known.has(key) ? 100 : 0)).rare;
    };
    // A match for a text of four words may lack one of these words.
    const found = new Set(rare("one two three four", "one two five six"));
    const has = (word: string) => wordKeys("tm_1", "es", `${word} a b c`).some((key) => found.has(key));
    expect(["one", "two", "three", "four"].filter(has)).toEqual(["three", "four"]);
  });

  test("among equally rare words, a memory search uses the longest", () => {
    const found = new Set(wordQuery(["tm_1"], "es", "an old elephant remembers", () => 0).rare);
    const has = (word: string) => wordKeys("tm_1", "es", `${word} a b c`).some((key) => found.has(key));
    expect(["an", "old", "elephant", "remembers"].filter(has)).toEqual(["elephant", "remembers"]);
  });
});

test("fuzzy matches equal those found by comparing the text with every unit", async () => {
  const { accountId } = await newPerson();
  const memoryId = await defaultMemory(db(), accountId, "en");
  const random = seeded(20_261_121);
  const vocabulary = Array.from({ length: 600 }, (_, i) => `word${i.toString(36)}`);
  // As in prose, few words are frequent.
  const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1]!;
  const sentence = (length: number) => `${Array.from({ length }, word).join(" ")}${random() < 0.7 ? "." : ""}`;
  const changed = (source: string) => {
    const words = source.split(" ");
    for (let i = 0; i < 1 + words.length / 8; i++) words[Math.floor(random() * words.length)] = word();
    if (random() < 0.3) words.splice(Math.floor(random() * words.length), 1);
    return words.join(" ");
  };
  const originals = Array.from({ length: IS_LONG ? 1_200 : 400 }, (_, i) => sentence(2 + (i % 30)));
  const sources = [...new Set([...originals, ...originals.map(changed)])];
  await db().transaction((tx) =>
    feedMemory(
      tx,
      accountId,
      memoryId,
      sources.map((source, i) => ({
        segmentId: `seg_${i}`,
        projectId: "prj_test",
        language: "es",
        source,
        target: source,
        sourceHash: sourceHash(source),
        contextHash: contextHash(null, null),
        reviewed: true,
        createdBy: null,
      })),
    ),
  );
  await db().execute(sql`analyze memory_units`);
  let [best, foundBest, all, foundAll] = [0, 0, 0, 0];
  for (let i = 0; i < 60; i++) {
    const source = changed(originals[Math.floor(random() * originals.length)]!);
    const percents = sources.map((other) => matchPercent(source, other)).filter((percent) => percent >= 60);
    const expected = percents.sort((a, b) => b - a).slice(0, 10);
    const found = (await fuzzyMatches(accountId, [memoryId], source, "es")).map(({ match }) => match);
    if (expected.length > 0 && source.length >= 8) {
      best++;
      if (found[0] === expected[0]) foundBest++;
      all += expected.length;
      foundAll += found.filter((percent, at) => percent === expected[at]).length;
    }
  }
  expect(best).toBeGreaterThan(40);
  expect({ best: foundBest / best, all: foundAll / all }).toEqual({ best: 1, all: 1 });
});

test("units stored by an older release are found by fuzzy matches once their word keys are computed", async () => {
  const { accountId } = await newPerson();
  const memoryId = await defaultMemory(db(), accountId, "en");
  const source = "The red house is old.";
  await db()
    .insert(memoryUnits)
    .values({
      id: "tmu_older",
      accountId,
      memoryId,
      targetLanguage: "es",
      source,
      target: "La casa roja es vieja.",
      sourceHash: sourceHash(source),
    });
  const targets = async () =>
    (await fuzzyMatches(accountId, [memoryId], "The red house is very old.", "es")).map(({ target }) => target);
  expect(await targets()).toEqual([]);
  await fillWordKeys();
  expect(await targets()).toEqual(["La casa roja es vieja."]);
  const [unit] = await db().select().from(memoryUnits).where(eq(memoryUnits.id, "tmu_older"));
  expect(unit?.wordKeys).toEqual(wordKeys(memoryId, "es", source));
});

/** Mulberry32: the same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
