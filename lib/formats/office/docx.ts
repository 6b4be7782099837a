import type { DocumentPart, Format } from "@/lib/formats/format";
import type { Patch, Raw } from "@/lib/formats/splice";
import { childOf, descendants, escapeXmlText, type XmlElement } from "@/lib/formats/xml";
import { parseLanguage } from "@/lib/text/languages";
import { breakingStyles, sideBySide, sourceCopy } from "./docx-bilingual";
import { docxMarks, paragraphDirection, runDirection, sourceProperties } from "./docx-marks";
import { numberingSlots } from "./docx-numbering";
import { docxItems } from "./docx-paragraph";
import { altTextUnits, chartSlots, coreSlots, diagramSlots, drawingMarks, drawingUnit } from "./drawing";
import {
  attributeUnit,
  chosenParts,
  matchesPackage,
  type OfficeLanguage,
  officeDocument,
  officeLanguage,
  type Target,
  type Unit,
} from "./office-document";
import { OpcPackage } from "./opc";
import type { Part } from "./part";
import { runParagraph } from "./runs";
import { storySlots } from "./story";

const MAIN = /wordprocessingml\.(document|template)/i;
const DEFAULTS: readonly DocumentPart[] = ["headers", "notes", "comments", "metadata", "alt_text"];

/** Parts with paragraphs, in reading order. */
const STORIES: readonly (readonly [RegExp, DocumentPart | null])[] = [
  [/wordprocessingml\.(document|template)\.main\+xml$/, null],
  [/wordprocessingml\.footnotes\+xml$/, "notes"],
  [/wordprocessingml\.endnotes\+xml$/, "notes"],
  [/wordprocessingml\.header\+xml$/, "headers"],
  [/wordprocessingml\.footer\+xml$/, "headers"],
  [/wordprocessingml\.comments\+xml$/, "comments"],
  [/wordprocessingml\.document\.glossary\+xml$/, null],
];

/** Office Open XML text documents (ECMA-376 part 1, WordprocessingML). */
export const docx: Format = {
  id: "docx",
  name: "Word document",
  extensions: ["docx", "dotx", "docm", "dotm"],
  mediaTypes: [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
    "application/vnd.ms-word.document.macroEnabled.12",
    "application/vnd.ms-word.template.macroEnabled.12",
  ],
  translates:
    "Body, tables, text boxes, watermarks, headers, footers, footnotes, endnotes, comments, words of numbered headings, tables of contents, items of drop-down lists, charts, SmartArt, alternative texts, title and subject.",
  leaves: "Tracked deletions, field codes, formulas, listings, embedded files, pictures, styles and macros.",
  parts: DEFAULTS,
  bilingual: ["stacked", "side"],
  matches: (bytes, extension) => matchesPackage(docx, bytes, extension, "word/"),
  async open(bytes, options) {
    const opc = OpcPackage.open(bytes, MAIN);
    const chosen = chosenParts(options, DEFAULTS);
    const altText = chosen.has("alt_text");
    const declared = declaredLanguage(opc);
    const source = sourceLanguage(options.source ?? declared);
    let breaking: ReadonlySet<string> | undefined;
    const manner: Manner = {
      altText,
      source,
      breakingStyles: () => {
        breaking ??= breakingStyles(opc);
        return breaking;
      },
    };
    const stories = STORIES.filter(([, group]) => !group || chosen.has(group)).flatMap(([type]) => opc.parts(type));
    const slots = [
      ...stories.flatMap((part) => storySlots(part, (element) => storyUnits(part, element, manner))),
      ...numberingSlots(opc),
      ...chartSlots(opc),
      ...diagramSlots(opc),
      ...(chosen.has("metadata") ? coreSlots(opc) : []),
    ];
    return officeDocument(docx, {
      archive: opc.archive,
      slots,
      variant: (opc.entries(/template\.main\+xml$/).length > 0 ? 1 : 0) + (opc.hasMacros ? 2 : 0),
      signed: opc.signed,
      declaredLanguage: declared,
      marks: (target, changed) => [
        ...sideBySide(target),
        ...docxMarks(opc, target, changed),
        ...drawingMarks(opc, target, changed),
      ],
    });
  },
};

type Manner = {
  readonly altText: boolean;
  /** Layout of the source copies in bilingual documents. */
  readonly source: OfficeLanguage | undefined;
  /** Ids of paragraph styles that begin a page. */
  readonly breakingStyles: () => ReadonlySet<string>;
};

function storyUnits(part: Part, element: XmlElement, manner: Manner): (Unit | null)[] {
  const { altText } = manner;
  if (element.name === "w:p") return [isCode(part, element) ? null : paragraphUnit(part, element, manner)];
  if (element.name === "a:p") return [drawingUnit(part, element)];
  if (element.name === "w:listItem") return [attributeUnit(part, part.document.attribute(element, "w:displayText"))];
  // A text of WordArt, which watermarks use.
  if (element.name === "v:textpath") return [attributeUnit(part, part.document.attribute(element, "string"))];
  if (altText && element.name === "w:hyperlink")
    return [attributeUnit(part, part.document.attribute(element, "w:tooltip"))];
  if (altText && element.name === "v:shape") return [attributeUnit(part, part.document.attribute(element, "alt"))];
  return altText && element.name === "wp:docPr" ? altTextUnits(part, element) : [];
}

/** Ids of the styles that Pandoc and others give to listings. Letters use Word's own style for preformatted text. */
const CODE_STYLES = /^(?:Source ?Code|Code ?Block|Code|Program ?Listing|Listing)$/i;

function isCode(part: Part, paragraph: XmlElement): boolean {
  const properties = childOf(paragraph, "w:pPr");
  const style = properties && childOf(properties, "w:pStyle");
  return style !== undefined && CODE_STYLES.test(part.document.value(style, "w:val") ?? "");
}

/** The items of a paragraph are parsed again for writing, because they would need more memory than the text. */
function paragraphUnit(part: Part, paragraph: XmlElement, manner: Manner): Unit | null {
  const parsed = runParagraph(docxItems(part, paragraph));
  return (
    parsed && {
      part,
      segment: parsed.segment,
      patch: (text, target) => patchParagraph(part, paragraph, text, target, manner),
    }
  );
}

function patchParagraph(part: Part, paragraph: XmlElement, text: string, target: Target, manner: Manner): Patch[] {
  const parsed = runParagraph(docxItems(part, paragraph))!;
  const properties = childOf(paragraph, "w:pPr");
  const tag = part.document.tag(paragraph);
  const prefix = tag.slice(0, tag.length - 1);
  const run =
    (target: Target | null) =>
    (text: string, { properties }: { properties: XmlElement | null }): Raw => [
      `<${prefix}r>`,
      ...(target
        ? runDirection(part, properties, prefix, target)
        : sourceProperties(part, properties, prefix, manner.source)),
      `<${prefix}t xml:space="preserve">${escapeXmlText(text.replaceAll("\n", " "))}</${prefix}t></${prefix}r>`,
    ];
  const content = {
    start: properties?.end ?? paragraph.openEnd,
    end: paragraph.closeStart,
    raw: parsed.render(text, run(target), !target.bilingual),
  };
  const patches = [content, ...paragraphDirection(part, paragraph, prefix, target)];
  if (!target.bilingual) return patches;
  return [
    ...sourceCopy(part, paragraph, {
      prefix,
      target,
      content: (noteMark) => parsed.renderCopy(run(null), noteMark),
      breakingStyles: manner.breakingStyles(),
    }),
    ...patches,
  ];
}

function sourceLanguage(tag: string | undefined): OfficeLanguage | undefined {
  const known = tag && parseLanguage(tag);
  return known ? officeLanguage(known) : undefined;
}

function declaredLanguage(opc: OpcPackage): string | undefined {
  for (const styles of opc.parts(/wordprocessingml\.styles\+xml$/)) {
    const defaults = childOf(styles.document.root, "w:docDefaults");
    for (const element of defaults ? descendants(defaults) : []) {
      const language = element.name === "w:lang" ? styles.document.value(element, "w:val") : undefined;
      if (language) return language;
    }
  }
}
