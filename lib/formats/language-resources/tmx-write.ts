import { escapeXmlAttribute, escapeXmlText } from "@/lib/formats/xml";
import { writeSeg } from "./tmx-codes";
import type { TmxUnit } from "./tmx-read";

/** The beginning of a TMX 1.4b file. Units by {@link tmxUnit} and {@link TMX_END} follow. */
export function tmxStart(sourceLanguage: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<tmx version="1.4">',
    `  <header creationtool="Dragoman" creationtoolversion="1" segtype="block" o-tmf="Dragoman" adminlang="en" srclang="${escapeXmlAttribute(sourceLanguage)}" datatype="unknown"/>`,
    "  <body>",
    "",
  ].join("\n");
}

export const TMX_END = "  </body>\n</tmx>\n";

/** One unit. Drops characters that XML forbids. */
export function tmxUnit(sourceLanguage: string, unit: Omit<TmxUnit, "number">): string {
  const codes = unit.codes ?? [];
  const attributes = [
    ...(unit.tuid ? [` tuid="${escapeXmlAttribute(unit.tuid)}"`] : []),
    ...(unit.createdAt ? [` creationdate="${timeOf(unit.createdAt)}"`] : []),
    ...(unit.changedAt ? [` changedate="${timeOf(unit.changedAt)}"`] : []),
  ];
  return [
    `    <tu${attributes.join("")}>`,
    ...(unit.contextHash ? [`      <prop type="x-context-hash">${escapeXmlText(unit.contextHash)}</prop>`] : []),
    ...(unit.reviewed ? [] : ['      <prop type="x-reviewed">no</prop>']),
    `      <tuv xml:lang="${escapeXmlAttribute(sourceLanguage)}"><seg>${writeSeg(unit.source, codes)}</seg></tuv>`,
    `      <tuv xml:lang="${escapeXmlAttribute(unit.language)}"><seg>${writeSeg(unit.target, codes)}</seg></tuv>`,
    "    </tu>",
    "",
  ].join("\n");
}

/** `20260131T120000Z`, to the second. */
function timeOf(time: string): string {
  return `${time.slice(0, 19).replace(/[-:]/g, "")}Z`;
}
