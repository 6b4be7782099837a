import { scaleAfter } from "./number-words";

/** A number as written in a text. */
export type NumberToken = {
  readonly start: number;
  readonly end: number;
  /** The number as it is in the text, but in ASCII digits. */
  readonly text: string;
  /** Canonical value: `1234.5`. */
  readonly value: string;
  /** Its groups of digits without leading zeros: equal in `15.30` and `15:30`. */
  readonly parts: readonly string[];
  /** Factor expressed by the next word: "3 million". */
  readonly scale: number;
  /** True if a translation may omit it: part of a word that may be a name, as in `MP3`, or the `00` of `10:00`. */
  readonly isWeak: boolean;
};

/** Digits with separators. A group after a space has three digits. */
const NUMBER = /\p{Nd}+(?:[.,'’٫٬]\p{Nd}+|[ \u00a0\u202f]\p{Nd}{3}(?!\p{Nd}))*/gu;
const NAME_BEFORE = /[\p{Lu}\p{Ll}_]/u;
/** Minimum digits of a telephone number; an example number may be replaced by one of the target's country. */
const TELEPHONE = 9;

/** Digits that are not numbers: the rest of `% 1`, a telephone number, and Burmese digits typed for similar letters. */
function isNoNumber(text: string, start: number, piece: string): boolean {
  const [before, after] = [text[start - 1] ?? "", text[start + piece.length] ?? ""];
  if (piece.length === 1 && /%\s?$/.test(text.slice(Math.max(0, start - 2), start))) return true;
  if (/^\d+$/.test(piece) && piece.length >= TELEPHONE && (before === "+" || piece.length > TELEPHONE)) return true;
  return /[\u1040-\u1049]/.test(text[start]!) && /[\u1000-\u103f]/.test(before + after);
}

/** The numbers of a text, read by the rules of its language (BCP 47); dates and versions are read in parts. */
export function readNumbers(text: string, locale: string, language: string): NumberToken[] {
  const separators = separatorsOf(locale);
  const numbers: NumberToken[] = [];
  for (const { index, 0: found } of text.matchAll(NUMBER)) {
    const ascii = toAscii(found);
    const scale = scaleAfter(text, index + found.length, language);
    let at = 0;
    for (const piece of pieces(ascii, separators)) {
      const start = index + at;
      at += piece.length + 1;
      const before = text[start - 1] ?? "";
      numbers.push({
        start,
        end: start + piece.length,
        text: piece,
        value: canonical(piece, separators),
        parts: piece.split(/\D+/).map(withoutZeros),
        scale: at > ascii.length ? scale : 1,
        isWeak: NAME_BEFORE.test(before) || (piece === "00" && before === ":") || isNoNumber(text, start, piece),
      });
    }
  }
  return numbers;
}

/** Splits text that may be several numbers in this language: `2020 500` in English, `1.2.2025` in any. */
function pieces(ascii: string, { spaces }: Separators): string[] {
  return (ascii.includes(" ") && !spaces ? ascii.split(" ") : [ascii]).flatMap((piece) =>
    isSequence(piece) ? piece.split(/[.,]/) : [piece],
  );
}

/** A date, a version or an address: the same separator repeatedly, without groups of three digits in between. */
function isSequence(piece: string): boolean {
  const [mark, ...others] = piece.match(/[.,]/g) ?? [];
  return (
    others.length > 0 && others.every((other) => other === mark) && !/^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(piece)
  );
}

type Separators = { readonly decimal: string; readonly spaces: boolean };

const known = new Map<string, Separators>();

/** Languages that group digits by points or commas in some countries, and by spaces in others or in formal writing. */
const ALSO_SPACES: ReadonlySet<string> = new Set(["es", "ca", "pt", "it", "de", "gl", "eu", "nl"]);

function separatorsOf(locale: string): Separators {
  let separators = known.get(locale);
  if (!separators) {
    const [supported = "en"] = Intl.NumberFormat.supportedLocalesOf(locale);
    const parts = new Intl.NumberFormat(supported).formatToParts(1234567.5);
    const group = parts.find(({ type }) => type === "group")?.value ?? ",";
    const decimal = parts.find(({ type }) => type === "decimal")?.value ?? ".";
    const spaces = /\s/.test(group) || ALSO_SPACES.has(locale.split("-")[0]!);
    separators = { decimal: decimal === "٫" ? "." : decimal, spaces };
    known.set(locale, separators);
  }
  return separators;
}

/** The meaning of a point or comma depends on the language only if it occurs once and three digits follow. */
function canonical(text: string, { decimal }: Separators): string {
  const digits = text.replace(/[ \u00a0\u202f'’٬]/g, "").replaceAll("٫", ".");
  const marks = digits.match(/[.,]/g) ?? [];
  const mark = marks.at(-1);
  if (mark === undefined) return withoutZeros(digits);
  const at = digits.lastIndexOf(mark);
  const [whole, fraction] = [digits.slice(0, at), digits.slice(at + 1)];
  const isGroup =
    fraction.length === 3 &&
    !whole.startsWith("0") &&
    (marks.length === 1 ? mark !== decimal : marks.every((other) => other === mark));
  if (isGroup) return withoutZeros(digits.replace(/[.,]/g, ""));
  const end = fraction.replace(/0+$/, "");
  return withoutZeros(whole.replace(/[.,]/g, "")) + (end ? `.${end}` : "");
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, "");
}

/** The zeros of scripts with their own digits, whose digits are consecutive in Unicode. */
const ZEROS = [..."߀꘠꣐꤀᧐᥆᪀᪐᭐᮰᱀꧐꩐꯰᱐٠۰०০੦૦୦௦౦೦൦๐໐༠၀០᠐０"].map((zero) => zero.charCodeAt(0));

function toAscii(number: string): string {
  return number.replace(/[^\d.,'’٫٬\s]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
