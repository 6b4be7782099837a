import type { Patch, Raw } from "@/lib/formats/splice";
import { childOf, descendants, elementsOf, type XmlElement } from "@/lib/formats/xml";
import { insertChild, type OfficeLanguage, type PartPatches, setAttribute, type Target } from "./office-document";
import type { OpcPackage } from "./opc";
import { isParsed, type Part, type TextPart } from "./part";

/**
 * Language and direction of a translated Word document. Word has separate language attributes for Latin, East Asian and
 * complex scripts (ECMA-376 part 1, section 17.3.2.20), and separate elements, in a fixed order among their siblings,
 * for the direction of paragraphs (`w:bidi`), runs (`w:rtl`), sections and tables.
 */
const LANGUAGE_ATTRIBUTE = { latin: "w:val", "east-asian": "w:eastAsia", complex: "w:bidi" } as const;

const AFTER_BIDI = new Set(
  (
    "w:adjustRightInd w:snapToGrid w:spacing w:ind w:contextualSpacing w:mirrorIndents w:suppressOverlap w:jc " +
    "w:textDirection w:textAlignment w:textboxTightWrap w:outlineLvl w:divId w:cnfStyle w:rPr w:sectPr w:pPrChange"
  ).split(" "),
);
const AFTER_LANG = new Set(["w:eastAsianLayout", "w:specVanish", "w:oMath", "w:rPrChange"]);
const AFTER_RTL = new Set(["w:cs", "w:em", "w:lang", ...AFTER_LANG]);
const AFTER_SECTION_BIDI = new Set(["w:rtlGutter", "w:docGrid", "w:printerSettings", "w:sectPrChange"]);
const AFTER_BIDI_VISUAL = new Set(
  (
    "w:tblStyleRowBandSize w:tblStyleColBandSize w:tblW w:jc w:tblCellSpacing w:tblInd w:tblBorders w:shd w:tblLayout " +
    "w:tblCellMar w:tblLook w:tblCaption w:tblDescription w:tblPrChange"
  ).split(" "),
);

/** Edits of the whole document: `w:lang` everywhere, the theme's language, and the direction of sections and tables. */
export function docxMarks(opc: OpcPackage, target: Target, changed: ReadonlySet<TextPart>): PartPatches[] {
  const attribute = LANGUAGE_ATTRIBUTE[target.script];
  const styles = opc.parts(/wordprocessingml\.styles\+xml$/);
  const texts = [...changed].filter(isParsed).filter(({ document }) => document.root.name.startsWith("w:"));
  const marked = [...texts, ...styles].map((part) => {
    const patches: Patch[] = [];
    for (const element of descendants(part.document.root)) {
      if (element.name === "w:lang") patches.push(setAttribute(part, element, attribute, target.locale));
      else if (target.rtl) patches.push(...blockDirection(part, element));
    }
    return { part, patches };
  });
  const defaults = styles.map((part) => ({ part, patches: defaultLanguage(part, attribute, target.locale) }));
  const settings = opc.parts(/wordprocessingml\.settings\+xml$/).map((part) => {
    const language = childOf(part.document.root, "w:themeFontLang");
    return { part, patches: language ? [setAttribute(part, language, attribute, target.locale)] : [] };
  });
  return [...marked, ...defaults, ...settings];
}

/**
 * The properties of a run that stays in the source language although the document's changes: with its language or, if
 * it has none, `source`.
 */
export function sourceProperties(
  part: Part,
  properties: XmlElement | null,
  prefix: string,
  source: OfficeLanguage | undefined,
): Raw {
  const language = source
    ? `<${prefix}lang ${prefix}${LANGUAGE_ATTRIBUTE[source.script].slice(2)}="${source.locale}"/>`
    : "";
  if (!properties) return language ? [`<${prefix}rPr>${language}</${prefix}rPr>`] : [];
  // Text, not a source range, so that no patch for the target applies to it.
  const raw = part.document.raw(properties);
  if (!language || childOf(properties, "w:lang")) return [raw];
  const { start, raw: inserted } = insertChild(part, properties, language, AFTER_LANG);
  if (properties.openEnd === properties.end) return [`<${prefix}rPr>${language}</${prefix}rPr>`];
  const at = start - properties.start;
  return [raw.slice(0, at), ...inserted, raw.slice(at)];
}

/** A document without a default language uses that of the reader. */
function defaultLanguage(styles: Part, attribute: string, locale: string): Patch[] {
  const defaults = childOf(styles.document.root, "w:docDefaults");
  const runs = defaults && childOf(defaults, "w:rPrDefault");
  const properties = runs && childOf(runs, "w:rPr");
  if (!properties || childOf(properties, "w:lang")) return [];
  const prefix = prefixOf(styles, properties);
  const local = attribute.slice(2);
  return [insertChild(styles, properties, `<${prefix}lang ${prefix}${local}="${locale}"/>`, AFTER_LANG)];
}

function blockDirection(part: Part, element: XmlElement): Patch[] {
  const prefix = () => prefixOf(part, element);
  if (element.name === "w:sectPr" && !childOf(element, "w:bidi")) {
    return [insertChild(part, element, `<${prefix()}bidi/>`, AFTER_SECTION_BIDI)];
  }
  if (element.name === "w:tblPr" && element.parent?.name === "w:tbl" && !childOf(element, "w:bidiVisual")) {
    return [insertChild(part, element, `<${prefix()}bidiVisual/>`, AFTER_BIDI_VISUAL)];
  }
  return [];
}

/** Sets a translated paragraph to the target's direction. */
export function paragraphDirection(part: Part, paragraph: XmlElement, prefix: string, target: Target): Patch[] {
  const properties = childOf(paragraph, "w:pPr");
  const bidi = properties && childOf(properties, "w:bidi");
  if (!target.rtl) return bidi ? [{ start: bidi.start, end: bidi.end, raw: [] }] : [];
  if (!properties) {
    return [
      { start: paragraph.openEnd, end: paragraph.openEnd, raw: [`<${prefix}pPr><${prefix}bidi/></${prefix}pPr>`] },
    ];
  }
  if (!bidi) return [insertChild(part, properties, `<${prefix}bidi/>`, AFTER_BIDI)];
  return part.document.attribute(bidi, "w:val")
    ? [{ start: bidi.start, end: bidi.end, raw: [`<${prefix}bidi/>`] }]
    : [];
}

/** Bold, italic and size of right-to-left text are separate properties (section 17.3.2.30). */
const COMPLEX_TWIN: Readonly<Record<string, string>> = { "w:b": "bCs", "w:i": "iCs", "w:sz": "szCs" };

/** The properties of a translated run, with the target's direction. */
export function runDirection(part: Part, properties: XmlElement | null, prefix: string, target: Target): Raw {
  if (!properties) return target.rtl ? [`<${prefix}rPr><${prefix}rtl/></${prefix}rPr>`] : [];
  const rtl = childOf(properties, "w:rtl");
  if (!target.rtl) {
    return rtl
      ? [
          { start: properties.start, end: rtl.start },
          { start: rtl.end, end: properties.end },
        ]
      : [properties];
  }
  const children = elementsOf(properties);
  const at = rtl ? -1 : children.findIndex(({ name }) => AFTER_RTL.has(name));
  const mark = rtl ? "" : `<${prefix}rtl/>`;
  const raw: (string | XmlElement)[] = [`<${prefix}rPr>`];
  children.forEach((child, index) => {
    if (index === at) raw.push(mark);
    raw.push(child);
    const twin = COMPLEX_TWIN[child.name];
    if (!twin || childOf(properties, `w:${twin}`)) return;
    const attributes = part.source.slice(child.start + 1 + part.document.tag(child).length, child.openEnd);
    raw.push(`<${prefix}${twin}${attributes.endsWith("/>") ? attributes : `${attributes.slice(0, -1)}/>`}`);
  });
  return [...raw, at < 0 ? mark : "", `</${prefix}rPr>`];
}

function prefixOf(part: Part, element: XmlElement): string {
  const tag = part.document.tag(element);
  return tag.slice(0, tag.indexOf(":") + 1);
}
