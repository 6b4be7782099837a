import { describe, expect, test } from "vitest";
import { plainSegment, type Segment } from "@/lib/text/segment";
import { EngineError, type Translated } from "./engine";
import { ResultCache } from "./result-cache";

const MIB = 1024 * 1024;

/** Translates by converting to upper case, and records its input. */
function translator() {
  const asked: string[][] = [];
  const translate = async (segments: readonly Segment[]): Promise<Translated[]> => {
    asked.push(segments.map(({ text }) => text));
    return segments.map(({ text }) => ({ text: text.toUpperCase() }));
  };
  return { asked, translate };
}

const segments = (...texts: string[]) => texts.map((text) => plainSegment(text));

describe("the cache of translation results", () => {
  test("the result cache returns stored results and requests each missing text once, in the order of the segments", async () => {
    const cache = new ResultCache(MIB);
    const { asked, translate } = translator();
    expect(await cache.through("a", segments("x", "y", "x"), translate)).toEqual([
      { text: "X" },
      { text: "Y" },
      { text: "X" },
    ]);
    expect(await cache.through("a", segments("z", "y"), translate)).toEqual([{ text: "Z" }, { text: "Y" }]);
    expect(asked).toEqual([["x", "y"], ["z"]]);
  });

  test("the result cache distinguishes results by scope, text and inline codes", async () => {
    const cache = new ResultCache(MIB);
    const { asked, translate } = translator();
    const codes = [{ id: 1, kind: "pair" as const }];
    await cache.through("a", segments("bc"), translate);
    await cache.through("ab", segments("c"), translate);
    await cache.through("b", segments("bc"), translate);
    await cache.through("a", [{ text: "bc", codes }], translate);
    await cache.through("a", [{ text: "bc", codes: [{ ...codes[0]!, equiv: "x" }] }], translate);
    expect(asked).toHaveLength(5);
  });

  test("a text that two concurrent requests contain is translated by the engine once", async () => {
    const cache = new ResultCache(MIB);
    const { asked, translate } = translator();
    const [first, second] = await Promise.all([
      cache.through("a", segments("x", "y"), translate),
      cache.through("a", segments("y", "z"), translate),
    ]);
    expect([first, second].map((all) => all.map(({ text }) => text))).toEqual([
      ["X", "Y"],
      ["Y", "Z"],
    ]);
    expect(asked).toEqual([["x", "y"], ["z"]]);
  });

  test("a failed engine run is not cached, and requests that waited for its results start an engine run of their own", async () => {
    const cache = new ResultCache(MIB);
    const { asked, translate } = translator();
    const failing = cache.through("a", segments("x"), async () => {
      throw new Error("gone");
    });
    const waiting = cache.through("a", segments("x", "y"), translate);
    await expect(failing).rejects.toThrow("gone");
    expect(await waiting).toEqual([{ text: "X" }, { text: "Y" }]);
    expect(asked.flat().sort()).toEqual(["x", "y"]);
    expect(await cache.through("a", segments("x"), translate)).toEqual([{ text: "X" }]);
    expect(asked.flat()).toHaveLength(2);
  });

  test("the result cache starts one new engine run for all requests that waited for a run whose caller disconnected", async () => {
    const cache = new ResultCache(MIB);
    const { asked, translate } = translator();
    const gone = cache.through("a", segments("x"), async () => {
      throw new EngineError("aborted", "deepl", "The caller has disconnected.");
    });
    const waiting = Array.from({ length: 20 }, () => cache.through("a", segments("x"), translate));
    await expect(gone).rejects.toThrow("disconnected");
    expect(await Promise.all(waiting)).toEqual(Array(20).fill([{ text: "X" }]));
    expect(asked).toEqual([["x"]]);
  });

  test("the result cache evicts the least recently used results beyond its size limit", async () => {
    const cache = new ResultCache(2_000);
    const { asked, translate } = translator();
    for (const text of ["a", "b", "c", "d", "e", "a", "f", "g", "a"])
      await cache.through("s", segments(text), translate);
    expect(asked.flat()).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
    await cache.through("s", segments("b"), translate);
    expect(asked).toHaveLength(8);
    const long = "x".repeat(3_000);
    await cache.through("s", segments(long), translate);
    await cache.through("s", segments(long, "a"), translate);
    expect(asked.slice(8), "what is too long for it takes no place").toEqual([[long], [long]]);
  });

  test("the result cache doesn't return results older than an hour", async () => {
    let now = 1;
    const cache = new ResultCache(MIB, () => now);
    const { asked, translate } = translator();
    for (now of [1, 3_599_000, 3_601_000, 3_602_000]) await cache.through("a", segments("x"), translate);
    expect(asked).toHaveLength(2);
  });
});
