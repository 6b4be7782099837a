import { describe, expect, test } from "vitest";
import { sourceHash } from "@/lib/translation/memory/hash";
import { changeOf, describeChanges, isExcluded, type KnownWithState } from "./changes";
import type { IncomingSegment } from "./read-document";
import { segmentKeys } from "./segment-keys";

const incoming = (source: string, translatable = true) =>
  ({
    source,
    sourceHash: sourceHash(source),
    translatable,
    wordCount: source.split(" ").length,
    codes: [],
    sourceForms: null,
  }) as unknown as IncomingSegment;
const known = (source: string, over: Partial<KnownWithState> = {}) =>
  ({
    source,
    sourceHash: sourceHash(source),
    excluded: false,
    nonLinguistic: false,
    removed: false,
    codes: [],
    sourceForms: null,
    ...over,
  }) as KnownWithState;

describe("a segment is excluded", () => {
  test("a new segment without words is excluded", () => {
    expect(isExcluded(incoming("123", false), null)).toBe(true);
    expect(isExcluded(incoming("House"), null)).toBe(false);
  });

  test("a segment keeps its exclusion while its text is the same", () => {
    expect(isExcluded(incoming("House"), known("House", { excluded: true }))).toBe(true);
    expect(isExcluded(incoming("123", false), known("123"))).toBe(false);
  });

  test("a changed segment is excluded by its new text, unless a person chose", () => {
    expect(isExcluded(incoming("House"), known("123", { excluded: true }))).toBe(false);
    expect(isExcluded(incoming("House"), known("Code", { excluded: true, nonLinguistic: true }))).toBe(false);
    expect(isExcluded(incoming("123", false), known("456"))).toBe(true);
    expect(isExcluded(incoming("Houses"), known("House", { excluded: true }))).toBe(true);
    expect(isExcluded(incoming("Houses"), known("House"))).toBe(false);
  });
});

describe("the changes of a version", () => {
  const news = [incoming("One two three"), incoming("Four five"), incoming("Six"), incoming("Seven eight nine ten")];
  const continued = [known("One two three"), known("Four"), null, known("Seven eight nine ten", { removed: true })];
  const gone = [known("Gone"), known("Away")];

  test("changes of a version count segments and words, and the words that need review: new and changed ones", () => {
    expect(describeChanges(news, { continued, gone }, "needs_work")).toEqual({
      segments: 4,
      words: 10,
      added: 2,
      changed: 1,
      unchanged: 1,
      removed: 2,
      wordsToReview: 7,
    });
    expect(describeChanges(news, { continued, gone }, "keep")).toMatchObject({ changed: 1, wordsToReview: 5 });
  });

  test("changes of a version count no words of excluded segments", () => {
    const excluded = [known("One", { excluded: true })];
    expect(describeChanges([news[0]!], { continued: excluded, gone: [] }, "needs_work")).toMatchObject({
      changed: 1,
      wordsToReview: 0,
    });
  });

  test("call added what had been removed", () => {
    expect(changeOf(news[0]!, known("One two three", { removed: true }))).toBe("added");
    expect(changeOf(news[0]!, known("One two three"))).toBe("unchanged");
    expect(changeOf(news[0]!, known("One"))).toBe("changed");
  });
});

describe("the key of a segment", () => {
  const keysOf = (...segments: { text: string; key?: string }[]) =>
    segmentKeys(segments.map((one) => ({ codes: [], ...one }))).map((one) => one?.key ?? null);

  test("a segment's key is the format's own, marked where it looks like a generated one", () => {
    expect(
      keysOf({ text: "House", key: "home" }, { text: "House", key: "~home" }, { text: "House", key: "home~" }),
    ).toEqual(["home", "~~home", "home~"]);
  });

  test("a segment without its own key gets one from its text and the number of equal texts before it", () => {
    const [first, second, other] = keysOf({ text: "House" }, { text: "House" }, { text: "Tree" });
    expect(first).toMatch(/^~.{16}\.0$/);
    expect(second).toBe(first!.replace(/0$/, "1"));
    expect(other).not.toBe(first);
  });

  test("a segment's key is missing for a text that the database can't store: NUL, and half a surrogate pair", () => {
    expect(keysOf({ text: "a\0b", key: "a" }, { text: "a\ud800b", key: "b" }, { text: "ok", key: "c" })).toEqual([
      null,
      null,
      "c",
    ]);
    expect(keysOf({ text: "ok", key: "a\0" })[0]).toMatch(/^~/);
  });

  test("a long segment key is cut and stays unique", () => {
    const long = "k".repeat(600);
    const [a, b] = keysOf({ text: "House", key: `${long}a` }, { text: "House", key: `${long}b` });
    expect(a!.length).toBeLessThanOrEqual(500);
    expect(a).not.toBe(b);
  });
});
