import type { DocumentPart, Format, FormatWarning } from "@/lib/formats/format";
import { unknownColumns } from "@/lib/formats/tables/csv";
import { childOf, descendants, elementsOf } from "@/lib/formats/xml";
import type { ZipEntry } from "@/lib/formats/zip";
import { altTextUnits, chartSlots, coreSlots, diagramSlots, drawingMarks, drawingUnit } from "./drawing";
import {
  attributeUnit,
  chosenParts,
  elementUnit,
  matchesPackage,
  mergeRepeated,
  officeDocument,
  type PartPatches,
  type Slot,
  setAttribute,
  slotOf,
} from "./office-document";
import { OpcPackage } from "./opc";
import type { Part } from "./part";
import { storySlots } from "./story";
import { cellsOf, containsStrings, inlineStrings } from "./xlsx-cells";
import { type ColumnFilter, columnFilter } from "./xlsx-columns";
import { headerUnits, messageUnits } from "./xlsx-page-texts";
import { type StringUnit, stringUnit } from "./xlsx-strings";
import { bindColumns, columnNames, lockedTexts } from "./xlsx-tables";
import { wrapCutTexts } from "./xlsx-wrap";

const MAIN = /spreadsheetml\.(sheet|template)\.main/i;
const DEFAULTS: readonly DocumentPart[] = ["headers", "comments", "metadata", "alt_text"];
const ON_REQUEST: readonly DocumentPart[] = ["hidden"];

/** Office Open XML workbooks (ECMA-376 part 1, SpreadsheetML). */
export const xlsx: Format = {
  id: "xlsx",
  name: "Excel workbook",
  extensions: ["xlsx", "xltx", "xlsm", "xltm"],
  mediaTypes: [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
    "application/vnd.ms-excel.sheet.macroEnabled.12",
    "application/vnd.ms-excel.template.macroEnabled.12",
  ],
  translates:
    "Texts of cells in visible sheets, column names of tables, headers, footers, input messages, tips of links, comments, text boxes, charts, SmartArt, alternative texts, title and subject.",
  leaves:
    "Formulas and their results, numbers, sheet names, defined names, lists of allowed values, column names used in formulas or pivot tables, macros.",
  parts: [...DEFAULTS, ...ON_REQUEST],
  onRequest: ON_REQUEST,
  options: ["columns", "header"],
  bilingual: ["side"],
  matches: (bytes, extension) => matchesPackage(xlsx, bytes, extension, "xl/"),
  async open(bytes, options) {
    const opc = OpcPackage.open(bytes, MAIN);
    const chosen = chosenParts(options, DEFAULTS);
    const sheets = visibleSheets(opc, chosen.has("hidden"));
    const filter =
      options.columns || options.header
        ? columnFilter(
            opc,
            sheets.map((sheet) => opc.part(sheet)),
            options,
          )
        : null;
    const strings = cellStrings(opc, sheets, filter);
    const columns = columnNames(opc);
    const locked = lockedTexts(opc, columns, strings);
    const translated = strings.filter(({ whole }) => !locked.has(whole));
    const cells = mergeRepeated(translated.map(slotOf), options);
    const adjust = bindColumns(columns, translated, cells);
    // Cells with equal text share a segment, so that comparisons and lookups still work; chart copies share it too.
    const known = new Set(cells.map(({ segment }) => segment.text));
    const found = [
      ...cells,
      ...pageSlots(opc, sheets, chosen.has("headers")),
      ...(chosen.has("comments") ? commentSlots(opc) : []),
      ...drawingSlots(opc, chosen.has("alt_text")),
      ...chartSlots(opc, ({ segment }) => known.has(segment.text)),
      ...diagramSlots(opc),
      ...(chosen.has("alt_text") ? tableSlots(opc) : []),
      ...(chosen.has("metadata") ? coreSlots(opc) : []),
    ];
    const slots = mergeRepeated(found, options);
    const left = strings.filter(({ whole }) => locked.has(whole)).length;
    const warnings: FormatWarning[] = [
      ...(left === 0 ? [] : [leftWarning(left)]),
      ...unknownColumns(filter?.unknown ?? [], []),
    ];
    return officeDocument(xlsx, {
      archive: opc.archive,
      slots,
      warnings,
      variant: (opc.entries(/template\.main\+xml$/).length > 0 ? 1 : 0) + (opc.hasMacros ? 2 : 0),
      signed: opc.signed,
      adjust: (texts, target) => adjust(slots, texts, target),
      marks: (target, changed) => [
        ...drawingMarks(opc, target, changed),
        ...(target.rtl ? sheetDirection(opc) : []),
        ...(target.bilingual ? wrapCutTexts(opc) : []),
      ],
    });
  },
};

function leftWarning(count: number): FormatWarning {
  return {
    code: "part_skipped",
    count,
    message: `${count === 1 ? "One column name was" : `${count} column names were`} left as they are, because formulas or pivot tables refer to them.`,
  };
}

const TABLE = /spreadsheetml\.table\+xml$/;
const SHEET = /spreadsheetml\.worksheet\+xml$/;

/**
 * The strings of cells: those of the shared table in its order, then inline ones. Sheets are read only if necessary,
 * because large workbooks are mostly numbers.
 */
function cellStrings(opc: OpcPackage, visible: readonly ZipEntry[], filter: ColumnFilter | null): StringUnit[] {
  const isAll = visible.length === opc.entries(SHEET).length && !filter;
  const used = isAll
    ? null
    : usedStrings(
        visible.map((sheet) => opc.part(sheet)),
        filter,
      );
  const shared = opc
    .parts(/spreadsheetml\.sharedStrings\+xml$/)
    .flatMap((part) =>
      elementsOf(part.document.root, "x:si").map((element, index) =>
        used && !used.has(index) ? null : stringUnit(part, element),
      ),
    );
  const inline = visible.filter((sheet) => containsStrings(opc.archive.read(sheet))).map((sheet) => opc.part(sheet));
  const inlined = inline.flatMap((part) => inlineStrings(part, (cell) => filter?.isChosen(part, cell) ?? true));
  return [...shared.filter((unit) => unit !== null), ...inlined];
}

/** Texts of sheets outside cells: headers, footers, and messages of data validation and links. */
function pageSlots(opc: OpcPackage, sheets: readonly ZipEntry[], headers: boolean): Slot[] {
  return sheets
    .filter((sheet) => {
      const bytes = opc.archive.read(sheet);
      return (
        bytes.includes("dataValidation ") || bytes.includes("tooltip=") || (headers && bytes.includes("headerFooter"))
      );
    })
    .map((sheet) => opc.part(sheet))
    .flatMap((part) => [...messageUnits(part), ...(headers ? headerUnits(part) : [])])
    .map(slotOf);
}

function visibleSheets(opc: OpcPackage, hidden: boolean): ZipEntry[] {
  const concealed = hidden ? new Set<ZipEntry>() : hiddenSheets(opc);
  return opc.entries(SHEET).filter((sheet) => !concealed.has(sheet));
}

function hiddenSheets(opc: OpcPackage): Set<ZipEntry> {
  const hidden = new Set<ZipEntry>();
  for (const part of opc.parts(MAIN)) {
    const targets = opc.relationships(part.name);
    for (const element of descendants(part.document.root)) {
      if (element.name !== "x:sheet" || !/hidden/i.test(part.document.value(element, "state") ?? "")) continue;
      const target = targets.get(part.document.value(element, "r:id") ?? "");
      if (target) hidden.add(target.entry);
    }
  }
  return hidden;
}

function usedStrings(sheets: readonly Part[], filter: ColumnFilter | null): Set<number> {
  const used = new Set<number>();
  for (const part of sheets) {
    for (const cell of cellsOf(part)) {
      if (filter && !filter.isChosen(part, cell)) continue;
      const value = part.document.value(cell, "t") === "s" ? childOf(cell, "x:v") : undefined;
      if (value) used.add(Number(part.document.text(value)));
    }
  }
  return used;
}

function commentSlots(opc: OpcPackage): Slot[] {
  const notes = opc
    .parts(/spreadsheetml\.comments\+xml$/)
    .flatMap((part) => storySlots(part, (element) => (element.name === "x:text" ? [stringUnit(part, element)] : [])));
  const threads = opc
    .parts(/threadedcomments\+xml$/i)
    .flatMap((part) => storySlots(part, (element) => (element.name === "tc:text" ? [elementUnit(part, element)] : [])));
  return [...notes, ...threads];
}

function drawingSlots(opc: OpcPackage, altText: boolean): Slot[] {
  return opc.parts(/officedocument\.drawing\+xml$/i).flatMap((part) =>
    storySlots(part, (element) => {
      if (element.name === "a:p") return [drawingUnit(part, element)];
      return altText && element.name === "xdr:cNvPr" ? altTextUnits(part, element) : [];
    }),
  );
}

/** Alternative texts of tables, which Excel stores in an extension. */
function tableSlots(opc: OpcPackage): Slot[] {
  return opc
    .parts(TABLE)
    .flatMap((part) =>
      storySlots(part, (element) =>
        element.name === "x14:table"
          ? ["altText", "altTextSummary"].map((name) => attributeUnit(part, part.document.attribute(element, name)))
          : [],
      ),
    );
}

function sheetDirection(opc: OpcPackage): PartPatches[] {
  return opc.parts(SHEET).map((part) => {
    const views = childOf(part.document.root, "x:sheetViews");
    const view = views && elementsOf(views, "x:sheetView");
    return { part, patches: (view ?? []).map((element) => setAttribute(part, element, "rightToLeft", "1")) };
  });
}
