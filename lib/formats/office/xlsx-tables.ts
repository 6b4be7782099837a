import { childOf, elementsOf, type XmlAttribute } from "@/lib/formats/xml";
import { plainSegment, plainText } from "@/lib/text/segment";
import { replaceValue, type Slot, type Target, type Unit } from "./office-document";
import type { OpcPackage } from "./opc";
import type { Part } from "./part";
import { decodeString, encodeString, type StringUnit, wholeText } from "./xlsx-strings";

/**
 * Columns of tables. Excel repairs a file whose `tableColumn` names differ from their header cells or are not unique in
 * their table (ECMA-376 part 1, section 18.5.1.3). Formulas and pivot tables refer to columns by these names.
 */
export type Column = {
  readonly part: Part;
  readonly name: XmlAttribute;
  /** Text of the header cell. */
  readonly text: string;
};

/** The columns of every table with a visible header. */
export function columnNames(opc: OpcPackage): Column[][] {
  return opc.parts(/spreadsheetml\.table\+xml$/).map((part) => {
    const columns = childOf(part.document.root, "x:tableColumns");
    if (!columns || part.document.value(part.document.root, "headerRowCount") === "0") return [];
    return elementsOf(columns, "x:tableColumn").flatMap((element) => {
      const name = part.document.attribute(element, "name");
      return name ? [{ part, name, text: decodeString(name.value) }] : [];
    });
  });
}

/**
 * Texts that must stay unchanged: column names that formulas or pivot tables use, and names that could not be kept
 * equal to their cells.
 */
export function lockedTexts(
  opc: OpcPackage,
  tables: readonly (readonly Column[])[],
  strings: readonly StringUnit[],
): Set<string> {
  const locked = new Set(pivotFields(opc));
  const columns = tables.flat();
  if (columns.length === 0) return locked;
  const referenced = structuredReferences(opc);
  const uneven = new Set(
    strings.filter(({ whole, segment }) => !whole.includes(plainText(segment.text))).map(({ whole }) => whole),
  );
  for (const { text } of columns) {
    if (referenced.has(text.toLowerCase()) || uneven.has(text)) locked.add(text);
  }
  return locked;
}

/**
 * Writes each column's name together with its header cell, which is one of `strings` and merged in `cells`. Returns a
 * function that makes translated names unique in their table before writing. `texts` are the translations of `slots`.
 */
export function bindColumns(
  tables: readonly (readonly Column[])[],
  strings: readonly StringUnit[],
  cells: readonly Slot[],
): (slots: readonly Slot[], texts: (string | null)[], target: Target) => void {
  const slotOfText = new Map(cells.map((slot) => [slot.segment.text, slot]));
  const header = new Map(strings.map((unit) => [unit.whole, { unit, slot: slotOfText.get(unit.segment.text)! }]));
  for (const column of tables.flat()) {
    const cell = header.get(column.text);
    if (cell) cell.slot.units.push(nameUnit(column, cell.unit));
  }
  return (slots, texts, target) => {
    const indices = new Map(slots.map((slot, index) => [slot, index]));
    for (const table of tables) {
      const translated = table.flatMap(({ text }) => {
        const cell = header.get(text);
        const index = cell && indices.get(cell.slot);
        return index === undefined || texts[index] == null ? [] : [{ text, index, unit: cell!.unit }];
      });
      const changed = new Set(translated.map(({ text }) => text));
      const taken = new Set(table.filter(({ text }) => !changed.has(text)).map(({ text }) => text.toLowerCase()));
      for (const { index, unit } of translated) {
        const wanted = texts[index]!;
        for (let number = 2; taken.has(wholeText(unit, texts[index]!, target).toLowerCase()); number++) {
          texts[index] = `${wanted} ${number}`;
        }
        taken.add(wholeText(unit, texts[index]!, target).toLowerCase());
      }
    }
  };
}

function nameUnit({ part, name, text }: Column, cell: StringUnit): Unit {
  return {
    part,
    segment: plainSegment(text),
    patch: (translated, target) => [
      replaceValue(name, encodeString(wholeText(cell, translated, target)).replaceAll("\n", "_x000a_")),
    ],
  };
}

function pivotFields(opc: OpcPackage): string[] {
  return opc.parts(/pivotCacheDefinition\+xml$/).flatMap((part) => {
    const fields = childOf(part.document.root, "x:cacheFields");
    return fields
      ? elementsOf(fields, "x:cacheField").map((field) => decodeString(part.document.value(field, "name") ?? ""))
      : [];
  });
}

/** Names in brackets in formulas, such as `Sales[Price]`, `[@[Unit price]]`, in lower case. */
function structuredReferences(opc: OpcPackage): Set<string> {
  const names = new Set<string>();
  const entries = opc.entries(/spreadsheetml\.(worksheet|table|(sheet|template)\.main)\+xml$/);
  for (const entry of entries) {
    if (!opc.archive.read(entry).includes("[")) continue;
    const part = opc.part(entry);
    for (const match of part.source.matchAll(/\[@?([^[\]<>]+)\]/g)) names.add(plainName(match[1]!).toLowerCase());
  }
  return names;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Decodes a name: `'` escapes the next character in a reference, XML the others. */
function plainName(name: string): string {
  return name.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => ENTITIES[entity]!).replace(/'(.)/g, "$1");
}
