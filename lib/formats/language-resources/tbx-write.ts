import { escapeXmlAttribute, escapeXmlText } from "@/lib/formats/xml";
import type { TermUsage } from "@/lib/vocabulary/texts";
import type { TermEntry } from "./term-entry";

/**
 * The beginning of a TBX-Basic file (ISO 30042:2019, style DCA). Concepts by {@link tbxConcept} and {@link TBX_END}
 * follow.
 */
export function tbxStart(name: string, sourceLanguage: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<tbx style="dca" type="TBX-Basic" xml:lang="${escapeXmlAttribute(sourceLanguage)}" xmlns="urn:iso:std:iso:30042:ed-2">`,
    "  <tbxHeader>",
    `    <fileDesc><titleStmt><title>${escapeXmlText(name)}</title></titleStmt><sourceDesc><p>Dragoman</p></sourceDesc></fileDesc>`,
    "  </tbxHeader>",
    "  <text>",
    "    <body>",
    "",
  ].join("\n");
}

export const TBX_END = "    </body>\n  </text>\n</tbx>\n";

const STATUS: Readonly<Record<TermUsage, string>> = {
  preferred: "preferredTerm-admn-sts",
  admitted: "admittedTerm-admn-sts",
  forbidden: "deprecatedTerm-admn-sts",
};

/** One concept. Data without a TBX-Basic element become notes of type `x-…`. Drops characters that XML forbids. */
export function tbxConcept(sourceLanguage: string, entry: TermEntry): string {
  const languages = new Map<string, string[]>();
  for (const { language, text, usage } of entry.targets) {
    const sections = languages.get(language) ?? [];
    languages.set(language, sections);
    sections.push(termSection(text, [["administrativeStatus", STATUS[usage]]]));
  }
  const own = termSection(entry.source, [
    ...(entry.partOfSpeech ? [["partOfSpeech", entry.partOfSpeech] as const] : []),
    ...(entry.caseSensitive ? [["x-caseSensitive", "yes"] as const] : []),
    ...(entry.doNotTranslate ? [["x-doNotTranslate", "yes"] as const] : []),
  ]);
  return [
    `      <conceptEntry id="c${entry.number}">`,
    ...(entry.definition ? [`        <descrip type="definition">${escapeXmlText(entry.definition)}</descrip>`] : []),
    languageSection(sourceLanguage, [own]),
    ...[...languages].map(([language, sections]) => languageSection(language, sections)),
    "      </conceptEntry>",
    "",
  ].join("\n");
}

function languageSection(language: string, sections: readonly string[]): string {
  return [
    `        <langSec xml:lang="${escapeXmlAttribute(language)}">`,
    ...sections.map((section) => `          ${section}`),
    "        </langSec>",
  ].join("\n");
}

function termSection(text: string, notes: readonly (readonly [string, string])[]): string {
  const written = notes.map(([type, value]) => `<termNote type="${type}">${escapeXmlText(value)}</termNote>`);
  return `<termSec><term>${escapeXmlText(text)}</term>${written.join("")}</termSec>`;
}
