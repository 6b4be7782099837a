import type { Span } from "./commands";

/** Finds numbers and codes that no engine may change, because another digit would identify another thing. */

const HEX = "[0-9A-Fa-f]";
/** In order of precedence. None has nested repetitions over the same characters. */
const KINDS: readonly string[] = [
  `${HEX}{2}(?:[:-]${HEX}{2}){5}(?:[:-]${HEX}{2}){0,2}|${HEX}{4}(?:\\.${HEX}{4}){2}`, // MAC address
  `(?=[0-9A-Fa-f:]*\\d)(?:(?:${HEX}{1,4}:){7}${HEX}{1,4}|(?:${HEX}{1,4}(?::${HEX}{1,4}){0,5})?::(?:${HEX}{1,4}(?::${HEX}{1,4}){0,5})?)(?:%\\w{1,16})?(?:\\/\\d{1,3})?`, // IPv6
  "\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5})?(?:\\/\\d{1,2})?", // IPv4, with port or prefix
  `${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}`, // UUID
  "[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?<=\\d[A-Z]{0,3})", // IBAN
  "\\+\\d{1,3}(?:[ ./-]?\\(?\\d{1,5}\\)?){2,6}(?<=\\d)", // telephone: +34 600 123 456
  "\\(\\d{2,5}\\)[ -]?\\d{2,5}(?:[ .-]\\d{2,5}){1,3}|\\d{3}[.-]\\d{3}[.-]\\d{4}|1[ -]\\d{3}[ -]\\d{3}[ -]\\d{4}", // (020) 7946 0958
  "0\\d(?:[ .]\\d{2}){4}|0\\d{2,4}[ /-]\\d{3,}(?:[ -]\\d{2,}){0,2}|\\d{3}-\\d{4}", // 06 12 34 56 78, 030/123456
  "\\d+(?:-\\d+){3,}|\\d{4}(?: \\d{4}){3}", // ISBN, card number
  "\\d{7,}", // a long number
  "(?=[a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{8,}", // hash
  "\\d{1,6}[aA](?!\\.m)", // seat 14a: the letter is not an article
  "(?=[A-Z-]*\\d)(?=[\\d-]*[A-Z])(?!\\d+[A-Z]{1,3}$)[A-Z0-9]+(?:-[A-Z0-9]+)*", // serial, if isSerial
];
const IDENTIFIER = new RegExp(
  // Not within a number with groups of digits, but after "IPv6 ".
  `(?<![\\p{L}\\p{N}_#&]|::)(?:(?<!\\p{N}[ \\u00a0\\u202f.,:/-])|(?<=\\p{L}\\p{N} ))(?:${KINDS.map((kind) => `(?:${kind})`).join("|")})(?![\\p{L}\\p{N}_]|[.,:/-]\\p{N}|::)`,
  "gu",
);

/**
 * Long numbers, serial numbers with digits and letters, telephone numbers, IBANs, and MAC and IP addresses in a plain
 * text, as UTF-16 offsets in order.
 */
export function findIdentifiers(plain: string): Span[] {
  if (!/\d[^\s]*\d|\d \d|::|\d[aA]/.test(plain)) return [];
  return [...plain.matchAll(IDENTIFIER)].flatMap(({ 0: text, index }) =>
    /^\d{1,6}$/.test(text) ||
    (/[A-Z]/.test(text) && !/^\d+A$/.test(text) && /^[A-Z0-9-]+$/.test(text) && !isSerial(text))
      ? []
      : [{ start: index, end: index + text.length }],
  );
}

/** False for a model, unit or abbreviation: `MP3`, `G20`, `1080P`, `3000GT`. */
function isSerial(text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0;
  if (/^\d+[A-Z]{1,3}$/.test(text)) return false;
  return digits >= 4 || (digits >= 2 && text.length >= 6);
}
