import { describe, expect, test } from "vitest";
import type { DocumentSegment } from "@/lib/formats/format";
import { plainSegment } from "@/lib/text/segment";
import { alignTargets, alignTranslated } from "./align-segments";

const plain = (...texts: string[]): DocumentSegment[] => texts.map(plainSegment);
const keyed = (texts: Record<string, string>): DocumentSegment[] =>
  Object.entries(texts).map(([key, text]) => ({ ...plainSegment(text), key }));

const SOURCE = plain("One", "Two", "Three", "Ada Lovelace", "Alan Turing", "Grace Hopper");

describe("aligning a translated document", () => {
  test("a translated document with keys is matched by key in any order, and a text equal to its source counts as translated", async () => {
    const aligned = await alignTranslated(
      keyed({ a: "House", b: "Car", c: "OK" }),
      keyed({ c: "OK", x: "Neu", b: "Auto", a: "Haus" }),
    );
    expect(aligned).toEqual({
      texts: [
        { index: 2, text: "OK", isFinished: true },
        { index: 1, text: "Auto", isFinished: true },
        { index: 0, text: "Haus", isFinished: true },
      ],
      notFound: ["x"],
    });
  });

  test("a translated document without keys is matched by position", async () => {
    const { texts } = await alignTranslated(SOURCE.slice(0, 3), plain("Eins", "Zwei", "Drei"));
    expect(texts.map(({ index, text }) => [index, text])).toEqual([
      [0, "Eins"],
      [1, "Zwei"],
      [2, "Drei"],
    ]);
  });

  test("a translated document with more or fewer segments than its source is refused, and the error gives both numbers", async () => {
    await expect(alignTranslated(SOURCE, plain("Eins", "Zwei"))).rejects.toThrow(
      /The file has 2 segments, the document has 6 segments/,
    );
  });

  test("a translated document whose segments are in other positions than in the source is refused", async () => {
    const shifted = plain("Eins", "Zwei", "Ada Lovelace", "Alan Turing", "Grace Hopper", "Ende");
    await expect(alignTranslated(SOURCE, shifted)).rejects.toThrow(/names or positions differ/);
    await expect(alignTranslated(SOURCE, plain("Eins", "Zwei", "Drei", "Ada", "Alan", "Grace"))).resolves.toBeDefined();
  });

  test("a translated document that shares no key with the source document is refused", async () => {
    await expect(alignTranslated(keyed({ a: "House" }), keyed({ b: "Haus" }))).rejects.toThrow(
      /None of the file.s keys is in the document/,
    );
  });
});

describe("aligning a bilingual file", () => {
  const target = (text: string, state: "draft" | "translated" = "translated") => ({ target: { text, state } });

  test("translations in a bilingual file are matched by key and source, and fuzzy translations count as drafts", async () => {
    const file = [
      { ...keyed({ a: "House" })[0]!, ...target("Haus") },
      { ...keyed({ b: "Car" })[0]!, ...target("Auto", "draft") },
      { ...keyed({ c: "An older text" })[0]!, ...target("Ein älterer Text") },
      keyed({ d: "Untouched" })[0]!,
    ];
    expect(await alignTargets(keyed({ a: "House", b: "Car", c: "A newer text", d: "Untouched" }), file)).toEqual({
      texts: [
        { index: 0, text: "Haus", isFinished: true },
        { index: 1, text: "Auto", isFinished: false },
      ],
      notFound: ["c"],
    });
  });

  test("translations in a bilingual file keep their codes, even if two codes look alike", async () => {
    const source = {
      key: "a",
      text: "<g1>Here</g1>, <g2>there</g2>",
      codes: [1, 2].map((id) => ({ id, kind: "pair" as const })),
    };
    const file = [{ ...source, ...target("<g2>Dort</g2>, <g1>hier</g1>") }];
    expect((await alignTargets([source], file))?.texts).toEqual([
      { index: 0, text: "<g2>Dort</g2>, <g1>hier</g1>", isFinished: true },
    ]);
  });

  test("aligning a bilingual file that shares no segment with the document finds no translations", async () => {
    expect(await alignTargets(keyed({ a: "House" }), [{ ...keyed({ z: "House" })[0]!, ...target("Haus") }])).toBeNull();
  });
});
