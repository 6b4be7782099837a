import { decodeText, peekText } from "@/lib/formats/encoding";
import { type Format, type PluralReading, UnreadableFile } from "@/lib/formats/format";
import { childOf, elementsOf, escapeXmlText, parseXml, type XmlDocument, type XmlElement } from "@/lib/formats/xml";
import { isPluralCategory, type PluralCategory } from "@/lib/text/plurals/plural-categories";
import { type Entry, messageEntry, plainMessage } from "./message";
import { type PluralForm, pluralEntry, pluralFormsEntry } from "./plural-keys";
import { scanString } from "./string-pieces";
import { stringsDocument } from "./strings-document";
import { declaredXmlEncoding, leadOf, redeclareXml } from "./xml-source";

/** Apple's `.stringsdict`: plural forms and widths of strings, as a property list. */
export const stringsdict: Format = {
  id: "stringsdict",
  name: "Apple .stringsdict",
  extensions: ["stringsdict"],
  mediaTypes: ["application/x-plist", "text/xml"],
  translates: "Formats that contain words, variants by width, and the plural forms of the target language.",
  leaves: "Keys, types, format specifiers and comments.",
  matches: (bytes, extension) => extension === "stringsdict" && /<plist[\s>]/.test(peekText(bytes, 16_384)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
    const document = parseXml(decoded.text);
    const root = childOf(document.root, "dict");
    if (!root) throw new UnreadableFile("corrupt", "The property list contains no dictionary of strings.");
    const entries = membersOf(document, root).flatMap(({ key, value }) =>
      value.name === "dict" ? dictEntries(document, value, [key], options.plurals) : [],
    );
    return stringsDocument(stringsdict, { decoded, entries, redeclare: redeclareXml });
  },
};

type Member = { readonly key: string; readonly name: XmlElement; readonly value: XmlElement };

function membersOf(document: XmlDocument, dict: XmlElement): Member[] {
  const children = elementsOf(dict);
  return children.flatMap((name, index) => {
    const value = children[index + 1];
    return name.name === "key" && value && value.name !== "key" ? [{ key: document.text(name), name, value }] : [];
  });
}

const TYPES = new Set(["NSStringFormatSpecTypeKey", "NSStringFormatValueTypeKey"]);

/** Maximum depth, more than variables and widths need. */
const MAX_DEPTH = 8;

function dictEntries(
  document: XmlDocument,
  dict: XmlElement,
  path: readonly string[],
  forms: PluralReading | undefined,
): Entry[] {
  if (path.length > MAX_DEPTH) return [];
  const members = membersOf(document, dict).filter(({ key }) => !TYPES.has(key));
  const plurals = members.filter(({ key, value }) => isPluralCategory(key) && value.name === "string");
  const others = members.filter((member) => !plurals.includes(member));
  return [
    ...(plurals.length === 0 ? [] : (forms ? formsEntries : pluralEntries)(document, plurals, path)),
    ...others.flatMap(({ key, value }) => {
      if (value.name === "dict") return dictEntries(document, value, [...path, key], forms);
      const message = value.name === "string" ? plainMessage(document.text(value), "printf") : null;
      const own = [...path, key];
      const id = forms ? { id: own.join("\0") } : {};
      const place = { ...id, start: value.openEnd, end: value.closeStart, key: own.join(".") };
      return message ? [messageEntry(message, place, escapeXmlText)] : [];
    }),
  ];
}

function pluralEntries(document: XmlDocument, members: readonly Member[], path: readonly string[]): Entry[] {
  const forms = members.map(({ key, value }): PluralForm => {
    const text = document.text(value);
    return {
      category: key as PluralCategory,
      place: { start: value.openEnd, end: value.closeStart, key: [...path, key].join(".") },
      value: text,
      message: plainMessage(text, "printf"),
      encode: escapeXmlText,
    };
  });
  if (forms.every(({ message }) => message === null)) return [];
  const last = members.at(-1)!;
  const lead = leadOf(document, last.name);
  return [
    pluralEntry(forms, "cardinal", (added) => [
      {
        start: last.value.end,
        end: last.value.end,
        text: added
          .map(({ category, value }) => `${lead}<key>${category}</key>${lead}<string>${escapeXmlText(value)}</string>`)
          .join(""),
      },
    ]),
  ];
}

/** The forms of a variable as a single string. */
function formsEntries(document: XmlDocument, members: readonly Member[], path: readonly string[]): Entry[] {
  const texts = members.map(({ value }) => document.text(value));
  if (texts.every((text) => plainMessage(text, "printf") === null)) return [];
  const entry = pluralFormsEntry(
    members.map(({ key, value }, index) => ({
      category: key as PluralCategory,
      pieces: scanString(texts[index]!, "printf"),
      place: { start: value.openEnd, end: value.closeStart },
      encode: escapeXmlText,
    })),
    "cardinal",
    { id: [...path, ""].join("\0"), key: path.join(".") },
    {
      insert(index, added, where) {
        const like = members[index]!;
        const lead = leadOf(document, like.name);
        const at = where ? like.name.start : like.value.end;
        const pairs = added.map(
          ({ category, value }) => `<key>${category}</key>${lead}<string>${escapeXmlText(value)}</string>`,
        );
        return [{ start: at, end: at, text: pairs.map((pair) => (where ? pair + lead : lead + pair)).join("") }];
      },
      remove: (categories) =>
        members
          .filter(({ key }) => categories.has(key))
          .map(({ name, value }) => ({
            start: name.start - leadOf(document, name).length,
            end: value.end,
            text: "",
          })),
    },
  );
  return entry ? [entry] : [];
}
