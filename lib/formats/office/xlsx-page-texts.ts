import { inlineString, type Piece } from "@/lib/formats/l10n/inline-string";
import { childOf, elementsOf, escapeXmlText, type XmlElement } from "@/lib/formats/xml";
import { plainText } from "@/lib/text/segment";
import { attributeUnit, type Unit } from "./office-document";
import type { Part } from "./part";

/**
 * Headers and footers of a printed sheet (ECMA-376 part 1, section 18.3.1.46). Engines get their three sections as
 * lines.
 */
export function headerUnits(part: Part): Unit[] {
  const holder = childOf(part.document.root, "x:headerFooter");
  return (holder ? elementsOf(holder) : []).flatMap((element) => headerUnit(part, element) ?? []);
}

/** Excel's maximum length of a header with its codes, in UTF-16 units. Longer translations are not written. */
const MAX_HEADER_LENGTH = 255;

function headerUnit(part: Part, element: XmlElement): Unit | null {
  const inline = inlineString(headerPieces(part.document.text(element)));
  return (
    inline && {
      part,
      segment: inline.segment,
      patch: (text) => {
        const header = inline.restore(text, (plain) => plain.replaceAll("&", "&&"));
        if (header.length > MAX_HEADER_LENGTH) return [];
        return [{ start: element.openEnd, end: element.closeStart, raw: [escapeXmlText(header)] }];
      },
    }
  );
}

/** `&P` and others are variables; `&B`, `&12`, `&"Arial,Bold"` and `&K00FF00` are formats; `&&` is `&`. */
const HEADER_CODE =
  /&(?:([LCR])|([PNDTAFZG])|[BIUESXYOH]|"[^"]{0,200}"|\d{1,3}|K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|(&))/g;

function headerPieces(header: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: raw, 1: section, 2: field, 3: ampersand, index } of header.matchAll(HEADER_CODE)) {
    pieces.push({ type: "text", text: header.slice(from, index) });
    if (ampersand) pieces.push({ type: "text", text: "&" });
    else if (field) pieces.push({ type: "code", raw, kind: "placeholder", equiv: raw });
    else pieces.push({ type: "code", raw, kind: "single", ...(section ? { equiv: "\n" } : {}) });
    from = index + raw.length;
  }
  return [...pieces, { type: "text", text: header.slice(from) }];
}

/** Prompts, error messages and link tips of cells, with Excel's maximum lengths. */
const MESSAGES = new Map<string, Readonly<Record<string, number>>>([
  ["dataValidation", { promptTitle: 32, prompt: 255, errorTitle: 32, error: 225 }],
  ["hyperlink", { tooltip: 255 }],
]);

/**
 * The messages of data validation and links (sections 18.3.1.32 and 18.3.1.47), also in extensions, whose rules refer
 * to other sheets. Translations too long for Excel are not written.
 */
export function messageUnits(part: Part): Unit[] {
  const { root } = part.document;
  const extensions = childOf(root, "x:extLst");
  const lists = [root, ...(extensions ? elementsOf(extensions) : [])].flatMap((holder) => elementsOf(holder));
  return lists
    .filter(({ name }) => /^x(14)?:(dataValidations|hyperlinks)$/.test(name))
    .flatMap((list) => elementsOf(list))
    .flatMap((element) =>
      Object.entries(MESSAGES.get(element.name.replace(/^.*:/, "")) ?? {}).flatMap(([name, longest]): Unit[] => {
        const unit = attributeUnit(part, part.document.attribute(element, name));
        if (!unit) return [];
        const fits = (text: string) => plainText(text).length <= longest;
        return [{ ...unit, patch: (text, target) => (fits(text) ? unit.patch(text, target) : []) }];
      }),
    );
}
