import { scaleAfter } from "./number-words";

/** A number as it stands in a text. */
export type NumberToken = {
  readonly start: number;
  readonly end: number;
  /** As written, in digits of ASCII. */
  readonly text: string;
  /** What it says in its language, in a canonical spelling; `1234.5`. */
  readonly value: string;
  /** Its runs of digits without zeros in front: of `31.12.2025` and `31/12/2025` the same. */
  readonly parts: readonly string[];
  /** What a word after it multiplies it by: "3 million". */
  readonly scale: number;
  /** Whether it goes on a word, as in `MP3` and `v2`: that may be a name. */
  readonly isPartOfName: boolean;
};

/** Digits, with separators between them; a group after a space has three. */
const NUMBER = /\p{Nd}+(?:[.,'’٫٬]\p{Nd}+|[ \u00a0\u202f]\p{Nd}{3}(?!\p{Nd}))*/gu;
const NAME_BEFORE = /[\p{Lu}\p{Ll}_]/u;

/** The numbers of a text in a language (BCP 47), each read as that language writes numbers. */
export function readNumbers(text: string, locale: string, language: string): NumberToken[] {
  const separators = separatorsOf(locale);
  const numbers: NumberToken[] = [];
  for (const { index, 0: found } of text.matchAll(NUMBER)) {
    const isPartOfName = index > 0 && NAME_BEFORE.test(text[index - 1]!);
    const scale = scaleAfter(text, index + found.length, language);
    const ascii = toAscii(found);
    let from = 0;
    for (const piece of ascii.includes(" ") && !separators.spaces ? ascii.split(" ") : [ascii]) {
      const start = index + from;
      from += piece.length + 1;
      numbers.push({
        start,
        end: start + piece.length,
        text: piece,
        value: canonical(piece, separators),
        parts: piece.split(/\D+/).map(withoutZeros),
        scale: from > found.length ? scale : 1,
        isPartOfName,
      });
    }
  }
  return numbers;
}

type Separators = { readonly decimal: string; readonly group: string; readonly spaces: boolean };

const known = new Map<string, Separators>();

/** Languages that group by points or commas in some countries, and by spaces in others or in careful writing. */
const ALSO_SPACES: ReadonlySet<string> = new Set(["es", "ca", "pt", "it", "de", "gl", "eu", "nl"]);

function separatorsOf(locale: string): Separators {
  let separators = known.get(locale);
  if (!separators) {
    const [supported = "en"] = Intl.NumberFormat.supportedLocalesOf(locale);
    const parts = new Intl.NumberFormat(supported, { useGrouping: true }).formatToParts(1234567.5);
    const group = parts.find(({ type }) => type === "group")?.value ?? ",";
    const decimal = parts.find(({ type }) => type === "decimal")?.value ?? ".";
    const spaces = /\s/.test(group) || ALSO_SPACES.has(locale.split("-")[0]!);
    separators = { decimal: decimal === "٫" ? "." : decimal, group, spaces };
    known.set(locale, separators);
  }
  return separators;
}

/** Points and commas mean one thing or the other by language only where three digits follow a single one. */
function canonical(text: string, { decimal }: Separators): string {
  const digits = text.replace(/[ \u00a0\u202f'’٬]/g, "").replaceAll("٫", ".");
  const marks = [...digits.matchAll(/[.,]/g)];
  const last = marks.at(-1);
  if (!last) return withoutZeros(digits);
  const [whole = "", fraction = ""] = [digits.slice(0, last.index), digits.slice(last.index + 1)];
  const isSole = marks.length === 1;
  const isMixed = marks.some(([mark]) => mark !== last[0]);
  const grouped = fraction.length === 3 && !whole.startsWith("0") && (isSole ? last[0] !== decimal : !isMixed);
  if (grouped) return withoutZeros(digits.replace(/[.,]/g, ""));
  // "1.2.3" is a version or a date.
  if (!isSole && !isMixed) return digits;
  const end = fraction.replace(/0+$/, "");
  return withoutZeros(whole.replace(/[.,]/g, "")) + (end ? `.${end}` : "");
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, "");
}

/** The zeros of the scripts that have digits of their own: those of a script follow each other in Unicode. */
const ZEROS = [..."٠۰०০੦૦୦௦౦೦൦๐໐༠၀០᠐０"].map((zero) => zero.charCodeAt(0));

function toAscii(number: string): string {
  return number.replace(/[^\d.,'’٫٬\s]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
