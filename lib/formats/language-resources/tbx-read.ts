import { decodeText } from "@/lib/formats/encoding";
import { UnreadableFile } from "@/lib/formats/format";
import { declaredXmlEncoding } from "@/lib/formats/l10n/xml-source";
import { descendants, elementsOf, parseXml, type XmlDocument, type XmlElement } from "@/lib/formats/xml";
import { baseLanguage } from "@/lib/text/languages";
import type { TermUsage } from "@/lib/vocabulary/texts";
import { languageReader } from "./language-reader";
import type { Skipped } from "./skipped";
import { checkEntry, type GlossaryContent, type TermEntry, tidyTerm } from "./term-entry";

/** Names in TBX 3, with those in TBX 2 (`martif`). */
export const ENTRIES = new Set(["conceptEntry", "termEntry"]);
export const LANGUAGES = new Set(["langSec", "langSet"]);
const TERMS = new Set(["termSec", "tig", "ntig"]);

/**
 * Reads TBX 3 in both styles, and TBX 2 (`martif`): one term per source term of a concept, with the concept's terms in
 * other languages. A term without a status is preferred if it is the first of its language, and admitted otherwise.
 * @throws {UnreadableFile} if it is not a TBX file.
 */
export function readTbx(bytes: Uint8Array, sourceLanguage: string): GlossaryContent {
  const document = parseXml(decodeText(bytes, { declared: declaredXmlEncoding }).text);
  const root = localName(document.root);
  if (root !== "tbx" && root !== "martif") throw new UnreadableFile("corrupt", "This is not a TBX file.");
  const terms: TermEntry[] = [];
  const skipped: Skipped[] = [];
  const languageOf = languageReader();
  let number = 0;
  for (const concept of descendants(document.root, (element) => !ENTRIES.has(localName(element)))) {
    if (!ENTRIES.has(localName(concept))) continue;
    number++;
    for (const entry of readConcept({ document, concept, number, sourceLanguage, languageOf }, skipped)) {
      const checked = checkEntry(entry);
      if (typeof checked === "string") skipped.push({ number, code: checked });
      else terms.push(checked);
    }
  }
  return { terms, skipped };
}

type Section = { readonly tag: string | null; readonly element: XmlElement; readonly terms: readonly Term[] };
type Term = { readonly text: string; readonly usage: TermUsage; readonly categories: ReadonlyMap<string, string> };

type Position = {
  readonly document: XmlDocument;
  readonly concept: XmlElement;
  readonly number: number;
  readonly sourceLanguage: string;
  readonly languageOf: (tag: string | undefined) => string | null;
};

function readConcept(
  { document, concept, number, sourceLanguage, languageOf }: Position,
  skipped: Skipped[],
): TermEntry[] {
  const sections = elementsOf(concept)
    .filter((element) => LANGUAGES.has(localName(element)))
    .map((element): Section => {
      const tag = languageOf(document.value(element, "xml:lang") ?? document.value(element, "lang"));
      if (!tag) skipped.push({ number, code: "unknown_language" });
      return { tag, element, terms: termsOf(document, element) };
    });
  const source =
    sections.find(({ tag }) => tag === sourceLanguage) ??
    sections.find(({ tag }) => tag !== null && baseLanguage(tag) === baseLanguage(sourceLanguage));
  if (!source || source.terms.length === 0) {
    skipped.push({ number, code: "no_source" });
    return [];
  }
  const definition =
    categoriesOf(document, source.element).get("definition") ?? categoriesOf(document, concept).get("definition") ?? "";
  const targets = sections.flatMap((section) =>
    section === source || !section.tag
      ? []
      : section.terms.map(({ text, usage }) => ({ language: section.tag!, text, usage })),
  );
  return source.terms.map(({ text, categories }) => ({
    number,
    source: text,
    definition: definition.trim(),
    partOfSpeech: categories.get("partOfSpeech")?.trim() || null,
    caseSensitive: categories.get("x-caseSensitive")?.trim() === "yes",
    doNotTranslate: categories.get("x-doNotTranslate")?.trim() === "yes",
    targets,
  }));
}

function termsOf(document: XmlDocument, language: XmlElement): Term[] {
  return termElements(document, language).flatMap(({ term, usage, categories }): Term[] => {
    const text = tidyTerm(document.text(term));
    return text ? [{ text, usage, categories }] : [];
  });
}

/** The terms of a language section, with their metadata. */
export function termElements(document: XmlDocument, language: XmlElement) {
  const sections = elementsOf(language).filter((element) => TERMS.has(localName(element)));
  return sections.flatMap((section, index) => {
    const group = elementsOf(section).find((element) => localName(element) === "termGrp") ?? section;
    const term = elementsOf(group).find((element) => localName(element) === "term");
    const categories = new Map([...categoriesOf(document, section), ...categoriesOf(document, group)]);
    return term ? [{ term, usage: usageOf(categories.get("administrativeStatus"), index), categories }] : [];
  });
}

/** Statuses of ISO 12616 (`preferredTerm-admn-sts`), of TBX-Basic, and common variants. */
function usageOf(status: string | undefined, index: number): TermUsage {
  const plain = status?.toLowerCase() ?? "";
  if (/preferred/.test(plain)) return "preferred";
  if (/admitted/.test(plain)) return "admitted";
  if (/deprecated|superseded|forbidden|notrecommended|obsolete/.test(plain)) return "forbidden";
  return index === 0 ? "preferred" : "admitted";
}

/**
 * Metadata of an element, also within a group: `<termNote type="partOfSpeech">noun</termNote>` in the attribute style,
 * or `<min:partOfSpeech>noun</min:partOfSpeech>` in the element style.
 */
export function categoriesOf(document: XmlDocument, element: XmlElement): Map<string, string> {
  const categories = new Map<string, string>();
  const own = elementsOf(element).flatMap((child) =>
    /Grp$/.test(localName(child)) && localName(child) !== "termGrp" ? elementsOf(child) : [child],
  );
  for (const child of own) {
    const name = localName(child);
    if (LANGUAGES.has(name) || TERMS.has(name) || name === "term") continue;
    const category = document.value(child, "type") ?? name;
    if (!categories.has(category)) categories.set(category, document.text(child));
  }
  return categories;
}

/** TBX 3 has namespaces for module elements; their local names are unique. */
export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}
