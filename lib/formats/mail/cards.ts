import iconv from "iconv-lite";
import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { sameVariety, spelledLike } from "@/lib/formats/l10n/locale-names";
import { type Entry, literalMessage, messageEntry, stringMessage } from "@/lib/formats/l10n/message";
import { isProse } from "@/lib/formats/l10n/prose";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import { linesOf } from "@/lib/formats/lines";
import { decodeTransfer, quoteValue } from "./mime";

/** Calendars (RFC 5545, and vCalendar 1.0). */
export const ics = cardFormat("SUMMARY DESCRIPTION LOCATION COMMENT", "VCALENDAR", {
  id: "ics",
  name: "iCalendar",
  extensions: ["ics", "ical", "ifb", "vcs"],
  mediaTypes: ["text/calendar"],
  translates: "SUMMARY, DESCRIPTION, LOCATION and COMMENT of events, tasks and alarms.",
  leaves: "All other properties, including names, categories and the HTML of X-ALT-DESC, and the line folding.",
});

/** Contacts (vCard 2.1, 3.0 and 4.0). */
export const vcf = cardFormat("NOTE TITLE ROLE", "VCARD", {
  id: "vcf",
  name: "vCard",
  extensions: ["vcf", "vcard"],
  mediaTypes: ["text/vcard"],
  translates: "NOTE, TITLE and ROLE.",
  leaves:
    "All other properties, such as names, organisations and addresses, the line folding, and the quoted-printable encoding.",
});

function cardFormat(
  names: string,
  root: string,
  says: Pick<Format, "id" | "name" | "extensions" | "mediaTypes" | "translates" | "leaves">,
): Format {
  const begins = new RegExp(`^\\s{0,100}BEGIN:${root}\\b`, "i");
  const holds = /^BEGIN:[A-Z]/im;
  const read = new Set(names.split(" "));
  const format: Format = {
    ...says,
    matches: (bytes, extension) =>
      looksLikeText(bytes) &&
      (says.extensions.includes(extension) ? holds : extension === "" ? begins : /(?!)/).test(peekText(bytes)),
    async open(bytes, options) {
      const decoded = decodeText(bytes);
      const properties = propertiesOf(decoded.text);
      const folds =
        properties.some(({ isFolded }) => isFolded) || !properties.some(({ text }) => octets(text) > MAX_OCTETS);
      const manner = { newline: decoded.newline, folds };
      const chosen = properties.filter(({ name }) => read.has(name));
      return stringsDocument(format, { decoded, entries: chosen.flatMap((one) => entryOf(one, manner, options)) });
    },
  };
  return format;
}

type Property = {
  readonly start: number;
  readonly end: number;
  /** Without folds. */
  readonly text: string;
  readonly isFolded: boolean;
  readonly name: string;
  /** Everything before the value. */
  readonly prefix: string;
  readonly value: string;
  /** Key of the segment, which identifies the property in the file. */
  readonly key: string;
  /** The outermost component. A file may contain cards of several versions. */
  readonly card: Component | undefined;
};

/** `isOld`: vCard 2.1 or vCalendar 1.0, which neither escape nor fold like later versions. */
type Component = { name: string; uid: string; isOld: boolean };

/** Maximum octets of a line without its end (RFC 5545, 3.1). */
const MAX_OCTETS = 75;
const PREFIX = /^(?:[\w-]{1,60}\.)?([A-Za-z][\w-]{0,60})((?:;(?:"[^"]*"|[^":;])*)*):/;
/** Components that contain a property and are part of its name. */
const MAX_DEPTH = 3;
const QUOTED = /;(?:ENCODING=)?QUOTED-PRINTABLE(?=[;:])/i;

function propertiesOf(source: string): Property[] {
  const lines = linesOf(source);
  const properties: Property[] = [];
  const keys = new Map<string, number>();
  const open: Component[] = [];
  for (let index = 0; index < lines.length; index++) {
    const { start, text: first } = lines[index]!;
    const isQuoted = QUOTED.test(first);
    const parts = [first];
    while (lines[index + 1] && (/^[ \t]/.test(lines[index + 1]!.text) || (isQuoted && parts.at(-1)!.endsWith("=")))) {
      const next = lines[++index]!.text;
      if (isQuoted) parts.push(parts.pop()!.slice(0, -1), next);
      else parts.push(next.slice(1));
    }
    const text = parts.join("");
    const [prefix, named = "", parameters = ""] = PREFIX.exec(text) ?? [];
    if (prefix === undefined) continue;
    const [name, value] = [named.toUpperCase(), text.slice(prefix.length)];
    if (name === "BEGIN") open.push({ name: value.trim(), uid: "", isOld: false });
    else if (name === "END") open.pop();
    else if (name === "VERSION" && open[0]) open[0].isOld = /^(?:2\.1|1\.0)$/.test(value.trim());
    else if (name === "UID" && open.length > 0) open.at(-1)!.uid = value.trim();
    const around = open.slice(Math.max(1, open.length - MAX_DEPTH));
    const own = [...around.map(({ name, uid }) => uid || name), name].join(" ");
    const count = (keys.get(own) ?? 0) + 1;
    keys.set(own, count);
    const isFolded = parts.length > 1;
    const key = count > 1 ? `${own} ${count}` : own;
    const isData = /;(?:ENCODING=)?(?:B|BASE64)(?:;|$)/i.test(parameters);
    const place = { start, end: lines[index]!.end, card: open[0] };
    if (!isData) properties.push({ ...place, text, isFolded, name, prefix, value, key });
  }
  return properties;
}

type Manner = { readonly newline: string; readonly folds: boolean };
const LANGUAGE = /(;LANGUAGE=)("?)([\w-]{1,35})\2/i;

function entryOf(property: Property, manner: Manner, options: FormatOptions): Entry[] {
  const { start, end, prefix, value, key } = property;
  const language = LANGUAGE.exec(prefix)?.[3];
  if (language && options.into && sameVariety(language, options.into)) return [];
  const text = QUOTED.test(prefix) ? decodeQuoted(prefix, value) : decodeEscapes(value);
  if (text === undefined) return [];
  const prose = isProse(text) ? stringMessage(text, "loose") : null;
  const message = prose ?? (options.values === "all" && text !== "" ? literalMessage(text) : null);
  if (!message) return [];
  const entryIn = (language: string | undefined) =>
    messageEntry(message, { id: key, key, start, end }, (plain) => spell(property, plain, manner, language));
  return [
    { ...entryIn(undefined), rewrite: (texts, target, ...rest) => entryIn(target).rewrite(texts, target, ...rest) },
  ];
}

function decodeQuoted(prefix: string, value: string): string | undefined {
  const bytes = /^[\0-\xff]*$/.test(value) ? decodeTransfer(value, "quoted-printable") : undefined;
  const charset = charsetOf(prefix);
  return bytes && iconv.encodingExists(charset) ? iconv.decode(bytes, charset).replaceAll("\r\n", "\n") : undefined;
}

const CHARSET = /(;CHARSET=)([\w.-]{1,40})/i;

function charsetOf(prefix: string): string {
  return CHARSET.exec(prefix)?.[2] ?? "utf-8";
}

function decodeEscapes(value: string): string {
  return value.replace(/\\([nN,;:"\\])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign));
}

/** The whole property with another value, in the syntax of its card. */
function spell(
  { prefix, value, card }: Property,
  plain: string,
  { newline, folds }: Manner,
  language?: string,
): string {
  const isOld = card?.isOld === true;
  const named = prefix.replace(LANGUAGE, (_, name: string, quote: string, own: string) => {
    return name + quote + (language ? spelledLike(own, language) : own) + quote;
  });
  if (QUOTED.test(prefix)) {
    const text = plain.replaceAll("\n", "\r\n");
    const bytes = iconv.encode(text, charsetOf(prefix));
    const isExact = iconv.decode(bytes, charsetOf(prefix)) === text;
    const own = isExact ? named : named.replace(CHARSET, "$1UTF-8");
    return own + quoteValue(isExact ? bytes : Buffer.from(text), newline, own.length);
  }
  // Some programs escape neither commas nor semicolons.
  const signs = [",", ";"].filter((sign) => !isOld && !new RegExp(`(?<!\\\\)${sign}`).test(value)).join("");
  const escaped = plain
    .replaceAll("\\", "\\\\")
    .replace(/[,;]/g, (sign) => (signs.includes(sign) ? `\\${sign}` : sign));
  const width = folds && !isOld ? MAX_OCTETS : Number.POSITIVE_INFINITY;
  return fold(named + escaped.replaceAll("\n", isOld ? " " : "\\n"), newline, width);
}

function fold(line: string, newline: string, width: number): string {
  if (octets(line) <= width) return line;
  let [folded, used] = ["", 0];
  for (const character of line) {
    const length = octets(character);
    if (used + length > width) {
      folded += `${newline} `;
      used = 1;
    }
    folded += character;
    used += length;
  }
  return folded;
}

function octets(text: string): number {
  return Buffer.byteLength(text);
}
