import type { Patch, Raw } from "@/lib/formats/splice";
import { childOf, descendants, elementsOf, escapeXmlText, type XmlElement } from "@/lib/formats/xml";
import {
  attachCopies,
  attributeUnit,
  elementUnit,
  mergeEqual,
  type PartPatches,
  replaceValue,
  type Slot,
  setAttribute,
  slotOf,
  type Target,
  type Unit,
} from "./office-document";
import type { OpcPackage } from "./opc";
import { isParsed, type Part, type TextPart } from "./part";
import { formatReader, type Item, type RunFormat, runParagraph } from "./runs";
import { storySlots } from "./story";

/** DrawingML (ECMA-376 part 1, chapter 20 and 21): the texts of slides, charts, diagrams and shapes. */

/** The segment of an `a:p`; `null` if it has no letters. */
export function drawingUnit(part: Part, paragraph: XmlElement): Unit | null {
  const parsed = runParagraph(drawingItems(part, paragraph));
  return (
    parsed && { part, segment: parsed.segment, patch: (text, target) => patchParagraph(part, paragraph, text, target) }
  );
}

function patchParagraph(part: Part, paragraph: XmlElement, text: string, target: Target): Patch[] {
  const parsed = runParagraph(drawingItems(part, paragraph))!;
  const tag = part.document.tag(paragraph);
  const prefix = tag.slice(0, tag.length - 1);
  const properties = childOf(paragraph, "a:pPr");
  const run = (text: string, format: RunFormat): Raw => [
    `<${prefix}r>`,
    ...(format.properties ? [format.properties] : []),
    `<${prefix}t>${escapeXmlText(text.replaceAll("\n", " "))}</${prefix}t></${prefix}r>`,
  ];
  const start = properties?.end ?? paragraph.openEnd;
  const end = childOf(paragraph, "a:endParaRPr")?.start ?? paragraph.closeStart;
  // A copy as text keeps the language of the source. Drawings in other documents are handled there.
  const isStacked = target.bilingual && part.document.root.name.startsWith("p:");
  const copy = isStacked ? [part.source.slice(start, end), `<${prefix}br/>`] : [];
  const content = { start, end, raw: [...copy, ...parsed.render(text, run)] };
  return [content, ...direction(part, paragraph, properties, prefix, target)];
}

/** Default alternative texts of inserted pictures, which are not translated. */
const FILE_NAME = /^(?:[a-z]:[\\/]|\\\\|fig:)|^(?:\S+ ){0,2}\S+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp|heic)$/i;

/** Alternative text and title of a shape, from its `cNvPr` or `docPr`; file names are skipped. */
export function altTextUnits(part: Part, element: XmlElement): (Unit | null)[] {
  return ["descr", "title"].map((name) => {
    const attribute = part.document.attribute(element, name);
    const text = attribute?.value.trim() ?? "";
    const isName = FILE_NAME.test(text) || (!/\s/.test(text) && /[./\\:]/.test(text));
    return isName ? null : attributeUnit(part, attribute);
  });
}

/**
 * Titles, axes and labels of charts. Most labels are copies of cells, repeated for each series; `isKept` selects among
 * them.
 */
export function chartSlots(opc: OpcPackage, isKept: (label: Unit) => boolean = () => true): Slot[] {
  return opc.parts(/drawingml\.chart\+xml$|ms-office\.chartex\+xml$/).flatMap((part) =>
    mergeEqual(
      storySlots(part, (element) => {
        if (element.name === "a:p") return [drawingUnit(part, element)];
        const label = isChartLabel(element) ? elementUnit(part, element) : null;
        return label && (isLiteral(element) || isKept(label)) ? [label] : [];
      }),
    ),
  );
}

/** A cached or literal string of a chart: `c:v` of strings and series names, `cx:pt` and `cx:v` of the newer charts. */
function isChartLabel({ name, parent }: XmlElement): boolean {
  if (name === "c:v") {
    if (parent?.name === "c:tx") return true;
    const holder = parent?.name === "c:pt" ? parent.parent?.name : undefined;
    return holder === "c:strCache" || holder === "c:strLit" || holder === "c:lvl";
  }
  if (name === "cx:v") return parent?.name === "cx:txData";
  return name === "cx:pt" && parent?.name === "cx:lvl" && parent.parent?.name === "cx:strDim";
}

/** Whether a label has no cell. */
function isLiteral({ parent }: XmlElement): boolean {
  return parent?.name === "c:tx" || parent?.parent?.name === "c:strLit";
}

/** SmartArt: the texts of a diagram's data, repeated in the drawing that programs display. */
export function diagramSlots(opc: OpcPackage): Slot[] {
  const slotsOf = (type: RegExp) =>
    opc
      .parts(type)
      .flatMap((part) => storySlots(part, (element) => (element.name === "a:p" ? [drawingUnit(part, element)] : [])));
  const data = slotsOf(/drawingml\.diagramData\+xml$/);
  const drawn = slotsOf(/ms-office\.drawingml\.diagramDrawing\+xml$/).flatMap(({ units }) => units);
  return [...data, ...attachCopies(drawn, data)];
}

const CORE_TEXTS = new Set(["dc:title", "dc:subject", "dc:description", "cp:keywords", "cp:category"]);

/** Title, subject and others in the core properties. */
export function coreSlots(opc: OpcPackage): Slot[] {
  return opc
    .parts(/core-properties\+xml$/)
    .flatMap((part) =>
      elementsOf(part.document.root).map((element) =>
        CORE_TEXTS.has(element.name) ? elementUnit(part, element, element.name) : null,
      ),
    )
    .filter((unit) => unit !== null)
    .map(slotOf);
}

/** Patches that set the target language on runs of changed parts, and in `dc:language` if present. */
export function drawingMarks(opc: OpcPackage, target: Target, changed: ReadonlySet<TextPart>): PartPatches[] {
  const drawings = [...changed].filter(isParsed).filter(({ document }) => !document.root.name.startsWith("w:"));
  const runs = drawings.map((part) => {
    const patches: Patch[] = [];
    for (const element of descendants(part.document.root)) {
      if (element.name !== "a:rPr" && element.name !== "a:endParaRPr" && element.name !== "a:defRPr") continue;
      const language = part.document.attribute(element, "lang");
      if (language) patches.push(replaceValue(language, target.locale));
    }
    return { part, patches };
  });
  const core = opc.parts(/core-properties\+xml$/).map((part) => {
    const language = childOf(part.document.root, "dc:language");
    return {
      part,
      patches: language?.children.length
        ? [{ start: language.openEnd, end: language.closeStart, raw: [target.language] }]
        : [],
    };
  });
  return [...runs, ...core];
}

function drawingItems(part: Part, paragraph: XmlElement): Item[] {
  return elementsOf(paragraph).flatMap((child): Item[] => {
    switch (child.name) {
      case "a:pPr":
      case "a:endParaRPr":
        return [];
      case "a:r":
        return runItems(part, child);
      case "a:br":
        return [{ type: "code", kind: "single", raw: [child], equiv: "\n" }];
      default: {
        const equiv = part.document.text(child).trim().slice(0, 100);
        return [
          equiv
            ? { type: "code", kind: "placeholder", raw: [child], equiv }
            : { type: "code", kind: "single", raw: [child] },
        ];
      }
    }
  });
}

/** Slides use the tab character, because ECMA-376 part 1, section 21.1.2.3.12, has no element for it. */
function runItems(part: Part, run: XmlElement): Item[] {
  const text = childOf(run, "a:t");
  if (!text) return [];
  const properties = childOf(run, "a:rPr") ?? null;
  const format = drawingFormat(part, properties);
  const content = part.document.text(text).replaceAll("\n", " ");
  if (!content.includes("\t")) return [{ type: "text", text: content, format, raw: [run] }];
  const tab: Raw = [
    { start: run.start, end: run.openEnd },
    ...(properties ? [properties] : []),
    `<${part.document.tag(text)}>\t</${part.document.tag(text)}></${part.document.tag(run)}>`,
  ];
  return content.split(/(\t)/).flatMap((piece): Item[] => {
    if (piece === "\t") return [{ type: "code", kind: "single", raw: tab, equiv: "\t" }];
    return piece ? [{ type: "text", text: piece, format, raw: [run] }] : [];
  });
}

const IGNORED_ATTRIBUTES = new Set("lang altLang dirty err smtClean smtId noProof bmk kern".split(" "));
const DECORATED = /^(u|strike)$/;
const drawingFormat = formatReader((part, properties) => {
  const attributes = part.document.attributes(properties).filter(({ name }) => !IGNORED_ATTRIBUTES.has(name));
  const children = elementsOf(properties).filter(({ name }) => name !== "a:extLst");
  const key = [
    ...attributes.map(({ name, value }) => `${name}=${value}`).sort(),
    ...children.map((child) => part.document.raw(child)),
  ].join("\n");
  const visibleSpace =
    attributes.some(({ name }) => DECORATED.test(name)) || children.some(({ name }) => name === "a:highlight");
  const link = children.some(({ name }) => name === "a:hlinkClick" || name === "a:hlinkMouseOver");
  return { key, properties, link, visibleSpace };
});

const FLIPPED: Readonly<Record<string, string>> = { l: "r", r: "l" };

/** Sets `rtl`, and mirrors `algn` if present, because it is absolute. */
function direction(
  part: Part,
  paragraph: XmlElement,
  properties: XmlElement | undefined,
  prefix: string,
  target: Target,
): Patch[] {
  const wasRtl = properties && /^(1|true)$/.test(part.document.value(properties, "rtl") ?? "");
  if (target.rtl === Boolean(wasRtl)) return [];
  const value = target.rtl ? "1" : "0";
  if (!properties) {
    return [{ start: paragraph.openEnd, end: paragraph.openEnd, raw: [`<${prefix}pPr rtl="${value}"/>`] }];
  }
  const aligned = part.document.attribute(properties, "algn");
  const flipped = aligned && FLIPPED[aligned.value];
  return [
    setAttribute(part, properties, "rtl", value),
    ...(aligned && flipped ? [replaceValue(aligned, flipped)] : []),
  ];
}
