import { describe, expect, test } from "vitest";
import type { DocumentSegment } from "@/lib/formats/format";
import { plainSegment } from "@/lib/text/segment";
import { alignTargets, alignTranslated } from "./align-segments";

const plain = (...texts: string[]): DocumentSegment[] => texts.map(plainSegment);
const keyed = (texts: Record<string, string>): DocumentSegment[] =>
  Object.entries(texts).map(([key, text]) => ({ ...plainSegment(text), key }));

const SOURCE = plain("One", "Two", "Three", "Ada Lovelace", "Alan Turing", "Grace Hopper");

describe("a document that was translated as a whole", () => {
  test("is aligned by key, whatever the order, and what is still the source is no translation", () => {
    const aligned = alignTranslated(
      keyed({ a: "House", b: "Car", c: "OK" }),
      keyed({ c: "OK", x: "Neu", b: "Auto", a: "Haus" }),
    );
    expect(aligned).toEqual({
      texts: [
        { index: 1, text: "Auto", isFinished: true },
        { index: 0, text: "Haus", isFinished: true },
      ],
      untranslated: 1,
      notFound: 1,
    });
  });

  test("is aligned by place without keys", () => {
    const { texts } = alignTranslated(SOURCE.slice(0, 3), plain("Eins", "Zwei", "Drei"));
    expect(texts.map(({ index, text }) => [index, text])).toEqual([
      [0, "Eins"],
      [1, "Zwei"],
      [2, "Drei"],
    ]);
  });

  test("with another number of segments is refused with both numbers", () => {
    expect(() => alignTranslated(SOURCE, plain("Eins", "Zwei"))).toThrow(
      /it has 2 segments, the document has 6 segments/,
    );
  });

  test("with as many segments that stand in other places is refused", () => {
    const shifted = plain("Eins", "Zwei", "Ada Lovelace", "Alan Turing", "Grace Hopper", "Ende");
    expect(() => alignTranslated(SOURCE, shifted)).toThrow(/not the same ones in the same places/);
    expect(() => alignTranslated(SOURCE, plain("Eins", "Zwei", "Drei", "Ada", "Alan", "Grace"))).not.toThrow();
  });

  test("without any key of the document is refused", () => {
    expect(() => alignTranslated(keyed({ a: "House" }), keyed({ b: "Haus" }))).toThrow(/none of its texts has a key/);
  });
});

describe("the targets of a bilingual file", () => {
  const target = (text: string, state: "draft" | "translated" = "translated") => ({ target: { text, state } });

  test("are those of the same source under the same key; fuzzy ones are not finished", () => {
    const file = [
      { ...keyed({ a: "House" })[0]!, ...target("Haus") },
      { ...keyed({ b: "Car" })[0]!, ...target("Auto", "draft") },
      { ...keyed({ c: "An older text" })[0]!, ...target("Ein älterer Text") },
      keyed({ d: "Untouched" })[0]!,
    ];
    expect(alignTargets(keyed({ a: "House", b: "Car", c: "A newer text", d: "Untouched" }), file)).toEqual({
      texts: [
        { index: 0, text: "Haus", isFinished: true },
        { index: 1, text: "Auto", isFinished: false },
      ],
      untranslated: 0,
      notFound: 1,
    });
  });

  test("of other documents only are none", () => {
    expect(alignTargets(keyed({ a: "House" }), [{ ...keyed({ z: "House" })[0]!, ...target("Haus") }])).toBeNull();
  });
});
