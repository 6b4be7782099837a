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

describe("excluding segments", () => {
  test("a new segment without words is excluded", () => {
    expect(isExcluded(incoming("123", false), null)).toBe(true);
    expect(isExcluded(incoming("House"), null)).toBe(false);
  });

  test("a segment keeps its exclusion while its text is unchanged", () => {
    expect(isExcluded(incoming("House"), known("House", { excluded: true }))).toBe(true);
    expect(isExcluded(incoming("123", false), known("123"))).toBe(false);
  });

  test("a changed segment is excluded if its new text has no words, unless a person included or excluded it", () => {
    expect(isExcluded(incoming("House"), known("123", { excluded: true }))).toBe(false);
    expect(isExcluded(incoming("House"), known("Code", { excluded: true, nonLinguistic: true }))).toBe(false);
    expect(isExcluded(incoming("123", false), known("456"))).toBe(true);
    expect(isExcluded(incoming("Houses"), known("House", { excluded: true }))).toBe(true);
    expect(isExcluded(incoming("Houses"), known("House"))).toBe(false);
  });
});

describe("counting the changes in a new document version", () => {
  const news = [incoming("One two three"), incoming("Four five"), incoming("Six"), incoming("Seven eight nine ten")];
  const continued = [known("One two three"), known("Four"), null, known("Seven eight nine ten", { removed: true })];
  const gone = [known("Gone"), known("Away")];

  test("the changes in a version are counted in segments and words, including new and changed words to review", () => {
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

  test("words of excluded segments don't count as changes", () => {
    const excluded = [known("One", { excluded: true })];
    expect(describeChanges([news[0]!], { continued: excluded, gone: [] }, "needs_work")).toMatchObject({
      changed: 1,
      wordsToReview: 0,
    });
  });

  test("a segment removed by an earlier version counts as added when a later version contains it again", () => {
    expect(changeOf(news[0]!, known("One two three", { removed: true }))).toBe("added");
    expect(changeOf(news[0]!, known("One two three"))).toBe("unchanged");
    expect(changeOf(news[0]!, known("One"))).toBe("changed");
  });
});

describe("segment keys", () => {
  const keysOf = (...segments: { text: string; key?: string }[]) =>
    segmentKeys(segments.map((one) => ({ codes: [], ...one }))).map((one) => one?.key ?? null);

  test("a segment uses the key in the file, with a prefix if it looks like a generated key", () => {
    expect(
      keysOf({ text: "House", key: "home" }, { text: "House", key: "~home" }, { text: "House", key: "home~" }),
    ).toEqual(["home", "~~home", "home~"]);
  });

  test("a segment without a key in the file gets a key from its text and the number of equal texts before it", () => {
    const [first, second, other] = keysOf({ text: "House" }, { text: "House" }, { text: "Tree" });
    expect(first).toMatch(/^~.{16}\.0$/);
    expect(second).toBe(first!.replace(/0$/, "1"));
    expect(other).not.toBe(first);
  });

  test("a segment gets no key if its key contains NUL or half a surrogate pair, which the database can't store", () => {
    expect(keysOf({ text: "a\0b", key: "a" }, { text: "a\ud800b", key: "b" }, { text: "ok", key: "c" })).toEqual([
      null,
      null,
      "c",
    ]);
    expect(keysOf({ text: "ok", key: "a\0" })[0]).toMatch(/^~/);
  });

  test("a long segment key is shortened and stays unique", () => {
    const long = "k".repeat(600);
    const [a, b] = keysOf({ text: "House", key: `${long}a` }, { text: "House", key: `${long}b` });
    expect(a!.length).toBeLessThanOrEqual(500);
    expect(a).not.toBe(b);
  });
});
