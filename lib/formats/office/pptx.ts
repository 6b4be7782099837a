import type { DocumentPart, Format } from "@/lib/formats/format";
import { childOf, descendants, type XmlElement } from "@/lib/formats/xml";
import type { ZipEntry } from "@/lib/formats/zip";
import { altTextUnits, chartSlots, coreSlots, diagramSlots, drawingMarks, drawingUnit } from "./drawing";
import { chosenParts, elementUnit, matchesPackage, officeDocument, type Slot, type Unit } from "./office-document";
import { OpcPackage } from "./opc";
import type { Part } from "./part";
import { storySlots } from "./story";

const MAIN = /presentationml\.(presentation|slideshow|template)\.main/i;
const DEFAULTS: readonly DocumentPart[] = ["notes", "comments", "metadata", "alt_text", "hidden"];
const VARIANTS = [/presentation\.main\+xml$/, /slideshow\.main\+xml$/, /template\.main\+xml$/];
const MACROS = "application/vnd.ms-powerpoint";
const OFFICE = "application/vnd.openxmlformats-officedocument.presentationml";

/** Office Open XML presentations (ECMA-376 part 1, PresentationML). */
export const pptx: Format = {
  id: "pptx",
  name: "PowerPoint presentation",
  extensions: ["pptx", "ppsx", "potx", "pptm", "ppsm", "potm"],
  mediaTypes: [
    `${OFFICE}.presentation`,
    `${OFFICE}.slideshow`,
    `${OFFICE}.template`,
    `${MACROS}.presentation.macroEnabled.12`,
    `${MACROS}.slideshow.macroEnabled.12`,
    `${MACROS}.template.macroEnabled.12`,
  ],
  translates:
    "Slides with tables, text boxes, charts and SmartArt, texts of master slides, speaker notes, comments, hidden slides, alternative texts, title and subject.",
  leaves: "Placeholders of layouts and masters, content of fields, embedded files, pictures, sounds and macros.",
  parts: DEFAULTS,
  bilingual: ["stacked"],
  matches: (bytes, extension) => matchesPackage(pptx, bytes, extension, "ppt/"),
  async open(bytes, options) {
    const opc = OpcPackage.open(bytes, MAIN);
    const chosen = chosenParts(options, DEFAULTS);
    const altText = chosen.has("alt_text");
    const slides = slidesInOrder(opc);
    const slots = [
      ...slides.flatMap((entry) => {
        const slide = opc.part(entry);
        if (!chosen.has("hidden") && /^(0|false)$/.test(slide.document.value(slide.document.root, "show") ?? ""))
          return [];
        const related = [...opc.relationships(entry.name).values()].map((relationship) => relationship.entry);
        const notes = chosen.has("notes") ? related.filter((target) => NOTES.test(opc.typeOf(target.name))) : [];
        return [slide, ...notes.map((target) => opc.part(target))].flatMap((part) => drawingSlots(part, altText));
      }),
      ...mastersOf(opc, slides).flatMap((part) => drawingSlots(part, false, isPlaceholder)),
      ...chartSlots(opc),
      ...diagramSlots(opc),
      ...(chosen.has("comments") ? opc.parts(COMMENTS).flatMap(commentSlots) : []),
      ...(chosen.has("metadata") ? coreSlots(opc) : []),
    ];
    return officeDocument(pptx, {
      archive: opc.archive,
      slots,
      variant:
        Math.max(
          0,
          VARIANTS.findIndex((type) => opc.entries(type).length > 0),
        ) + (opc.hasMacros ? VARIANTS.length : 0),
      signed: opc.signed,
      declaredLanguage: slides.length > 0 ? runLanguage(opc.part(slides[0]!)) : undefined,
      marks: (target, changed) => drawingMarks(opc, target, changed),
    });
  },
};

const SLIDE = /presentationml\.slide\+xml$/;
const NOTES = /presentationml\.notesSlide\+xml$/;
const COMMENTS = /presentationml\.comments\+xml$|ms-powerpoint\.comments\+xml$/;

/** The slides in presentation order; unlisted ones come last. */
function slidesInOrder(opc: OpcPackage): ZipEntry[] {
  const listed = opc.parts(MAIN).flatMap((part) => {
    const ids = childOf(part.document.root, "p:sldIdLst");
    const targets = opc.relationships(part.name);
    return [...(ids ? descendants(ids) : [])].flatMap((element) => {
      const target = targets.get(part.document.value(element, "r:id") ?? "");
      return target && SLIDE.test(opc.typeOf(target.entry.name)) ? [target.entry] : [];
    });
  });
  return [...new Set([...listed, ...opc.entries(SLIDE)])];
}

/** The layouts of the slides, and their masters. */
function mastersOf(opc: OpcPackage, slides: readonly ZipEntry[]): Part[] {
  const related = (entries: Iterable<ZipEntry>, type: RegExp) =>
    new Set(
      [...entries].flatMap((entry) =>
        [...opc.relationships(entry.name).values()]
          .map((relationship) => relationship.entry)
          .filter(({ name }) => type.test(opc.typeOf(name))),
      ),
    );
  const layouts = related(slides, /presentationml\.slideLayout\+xml$/);
  const masters = related(layouts, /presentationml\.slideMaster\+xml$/);
  return [...masters, ...layouts].map((entry) => opc.part(entry));
}

function drawingSlots(part: Part, altText: boolean, isLeft: (paragraph: XmlElement) => boolean = () => false): Slot[] {
  return storySlots(part, (element): (Unit | null)[] => {
    if (element.name === "a:p") return isLeft(element) ? [] : [drawingUnit(part, element)];
    return altText && element.name === "p:cNvPr" ? altTextUnits(part, element) : [];
  });
}

/** The placeholders of a master are visible only while it is edited; its other content is on every slide. */
function isPlaceholder(paragraph: XmlElement): boolean {
  const shape = paragraph.parent?.parent;
  const properties = shape ? childOf(shape, "p:nvSpPr") : undefined;
  return properties !== undefined && [...descendants(properties)].some(({ name }) => name === "p:ph");
}

function commentSlots(part: Part): Slot[] {
  return storySlots(part, (element) => {
    if (element.name === "a:p") return [drawingUnit(part, element)];
    return element.name === "p:text" ? [elementUnit(part, element)] : [];
  });
}

function runLanguage(part: Part): string | undefined {
  for (const element of descendants(part.document.root)) {
    const language = element.name === "a:rPr" ? part.document.value(element, "lang") : undefined;
    if (language) return language;
  }
}
