import { describe, expect, test } from "vitest";
import { plainSegment } from "@/lib/text/segment";
import { sourceHash } from "@/lib/translation/memory/hash";
import { type KnownSegment, matchSegments } from "./match-segments";
import { segmentKeys } from "./segment-keys";

type Entry = string | readonly [key: string, text: string];

function read(entries: readonly Entry[]) {
  const segments = entries.map((entry) =>
    typeof entry === "string" ? plainSegment(entry) : { ...plainSegment(entry[1]), key: entry[0] },
  );
  return segmentKeys(segments).map((keyed, i) => ({
    ...keyed!,
    source: segments[i]!.text,
    sourceHash: sourceHash(segments[i]!.text),
  }));
}

/** For each new text the old text that it continues, or `new`; and the old texts that are removed. */
async function match(before: readonly Entry[], after: readonly Entry[], removed: readonly number[] = []) {
  const known = read(before).map(
    (one, position): KnownSegment => ({ ...one, id: String(position), position, removed: removed.includes(position) }),
  );
  const { continued, gone } = await matchSegments(known, read(after));
  return { after: continued.map((one) => one?.source ?? "new"), gone: gone.map(({ source }) => source) };
}

describe("matching segments without keys to a new document version", () => {
  const OLD = ["The house is big.", "The car is red.", "Bread and butter."];

  test("unchanged and moved segments keep their translations", async () => {
    const moved = [OLD[2]!, OLD[0]!, OLD[1]!];
    expect(await match(OLD, moved)).toEqual({ after: moved, gone: [] });
  });

  test("an edited segment keeps its translations if its position is unchanged", async () => {
    expect(await match(OLD, [OLD[0]!, "The car is blue.", OLD[2]!])).toEqual({ after: OLD, gone: [] });
  });

  test("segments that share no words with old segments are new, and the old segments are removed", async () => {
    expect(await match(OLD, [OLD[0]!, "Something else entirely!", OLD[2]!])).toEqual({
      after: [OLD[0], "new", OLD[2]],
      gone: [OLD[1]],
    });
  });

  test("edited segments next to an inserted segment keep their own translations", async () => {
    expect(await match(OLD, ["The house is small.", "A new line.", "The car is blue.", OLD[2]!])).toEqual({
      after: [OLD[0], "new", OLD[1], OLD[2]],
      gone: [],
    });
  });

  test("an edited segment is not matched to an old segment on the other side of an unchanged segment", async () => {
    expect(await match(OLD, [OLD[0]!, OLD[2]!, "The car is blue."])).toEqual({
      after: [OLD[0], OLD[2], "new"],
      gone: [OLD[1]],
    });
  });

  test("repeated segments are matched to each other in document order", async () => {
    expect(await match(["Yes", "No", "Yes"], ["Yes", "Yes", "No"])).toEqual({ after: ["Yes", "Yes", "No"], gone: [] });
    expect(await match(["Yes", "No", "Yes"], ["Yes", "No"])).toEqual({ after: ["Yes", "No"], gone: ["Yes"] });
  });

  test("a segment that returns from an earlier version gets its translations back", async () => {
    expect(await match(OLD, OLD, [1])).toEqual({ after: OLD, gone: [] });
  });
});

describe("matching segments with keys to a new document version", () => {
  test("a segment with an unchanged key keeps its translations, however much its text changes", async () => {
    expect(
      await match(
        [
          ["a", "The house"],
          ["b", "The car"],
        ],
        [
          ["a", "Anything"],
          ["b", "The car"],
        ],
      ),
    ).toEqual({
      after: ["The house", "The car"],
      gone: [],
    });
  });

  test("a segment with a new key is new, even if its text resembles a removed segment", async () => {
    expect(await match([["delete.file", "Delete the file"]], [["delete.folder", "Delete the folder"]])).toEqual({
      after: ["new"],
      gone: ["Delete the file"],
    });
  });

  test("a segment whose key was renamed keeps its translations if its text is unchanged", async () => {
    expect(await match([["old", "The house"]], [["new", "The house"]])).toEqual({ after: ["The house"], gone: [] });
  });

  test("a segment is matched by its key even if its old text now belongs to another key", async () => {
    expect(
      await match(
        [["a", "OK"]],
        [
          ["a", "Okay"],
          ["b", "OK"],
        ],
      ),
    ).toEqual({ after: ["OK", "new"], gone: [] });
  });

  test("segments are matched by text if an insertion shifts all keys by one", async () => {
    const rows = ["one", "two", "three"].map((text, i) => [`A${i + 1}`, text] as const);
    const after = ["one", "zero", "two", "three"].map((text, i) => [`A${i + 1}`, text] as const);
    expect(await match(rows, after)).toEqual({ after: ["one", "new", "two", "three"], gone: [] });
  });

  test("a segment that uses its text as key is still matched after its text changes", async () => {
    const message = (text: string) => [text, text] as const;
    expect(await match([message("The car is red.")], [message("The car is blue.")])).toEqual({
      after: ["The car is red."],
      gone: [],
    });
  });

  test("texts too long for the database index are shortened and stay distinct", () => {
    const long = "x".repeat(2_000);
    const keys = segmentKeys([`${long}1`, `${long}2`].map((key) => ({ ...plainSegment("text"), key })));
    expect(new Set(keys.map((one) => one!.key)).size).toBe(2);
    for (const one of keys) expect(Buffer.byteLength(one!.key)).toBeLessThan(2_000);
  });
});

test("a long document in which every line was edited is matched line by line", async () => {
  const lines = (word: string) => Array.from({ length: 5_000 }, (_, i) => `The ${word} report number ${i} is out.`);
  const { after, gone } = await match(lines("first"), lines("final"));
  expect(after.filter((text) => text !== "new")).toHaveLength(5_000);
  expect(gone).toEqual([]);
});

test("segments of the current version are preferred among equal texts, in document order", async () => {
  const old = read([
    ["a", "Yes"],
    ["b", "Yes"],
    ["c", "Yes"],
  ]);
  const known = [2, 1, 0].map(
    (position): KnownSegment => ({ ...old[position]!, id: String(position), position, removed: position === 0 }),
  );
  const { continued } = await matchSegments(
    known,
    read([
      ["x", "Yes"],
      ["y", "Yes"],
      ["z", "Yes"],
    ]),
  );
  expect(continued.map((one) => one?.id)).toEqual(["1", "2", "0"]);
});
