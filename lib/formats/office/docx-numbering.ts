import { inlineString, type Piece } from "@/lib/formats/l10n/inline-string";
import { childOf, descendants, elementsOf, type XmlElement } from "@/lib/formats/xml";
import { mergeEqual, replaceValue, type Slot, slotOf, type Unit } from "./office-document";
import type { OpcPackage } from "./opc";
import type { Part } from "./part";

/**
 * Words in automatic numbers, as in "Article %1." (ECMA-376 part 1, section 17.9.11), in lists that paragraphs and
 * styles use. Equal words share a segment, because definitions repeat each other.
 */
export function numberingSlots(opc: OpcPackage): Slot[] {
  const used = usedLists(opc);
  const units = opc.parts(/wordprocessingml\.numbering\+xml$/).flatMap((part) => {
    const { document } = part;
    const numbers = elementsOf(document.root, "w:num").filter((num) => used.has(document.value(num, "w:numId") ?? ""));
    const abstract = new Set(
      numbers.map((num) => {
        const reference = childOf(num, "w:abstractNumId");
        return reference && document.value(reference, "w:val");
      }),
    );
    const shared = elementsOf(document.root, "w:abstractNum").filter((list) =>
      abstract.has(document.value(list, "w:abstractNumId")),
    );
    return [...shared, ...numbers].flatMap((list) => [...descendants(list)].map((element) => levelUnit(part, element)));
  });
  return mergeEqual(units.filter((unit) => unit !== null).map(slotOf));
}

function usedLists(opc: OpcPackage): Set<string> {
  const used = new Set<string>();
  for (const part of opc.parts(/wordprocessingml\.(?!numbering|settings|fontTable|webSettings)[\w.]+\+xml$/)) {
    for (const [, id] of part.source.matchAll(/:numId\s+\w+:val="(\d{1,9})"/g)) used.add(id!);
  }
  return used;
}

/** Letters next to a number are not a word, except in scripts without spaces: 第%1章. */
const WORD = /(?:^|\s)\p{L}{3,}(?:\s|$)|[\p{sc=Han}\p{sc=Hangul}]/u;

function levelUnit(part: Part, element: XmlElement): Unit | null {
  const text = element.name === "w:lvlText" ? part.document.attribute(element, "w:val") : undefined;
  // A level without a counter is a bullet.
  if (!text || !WORD.test(text.value) || !/%\d/.test(text.value)) return null;
  const pieces = text.value
    .split(/(%\d)/)
    .map(
      (piece, index): Piece =>
        index % 2 === 0 ? { type: "text", text: piece } : { type: "code", raw: piece, kind: "placeholder", equiv: "1" },
    );
  const inline = inlineString(pieces);
  return (
    inline && {
      part,
      segment: inline.segment,
      patch: (translated) => [replaceValue(text, inline.restore(translated))],
    }
  );
}
