/** Characters that LaTeX writes as commands. */

const COMBINING: Readonly<Record<string, string>> = {
  "'": "\u0301",
  "`": "\u0300",
  "^": "\u0302",
  '"': "\u0308",
  "~": "\u0303",
  "=": "\u0304",
  ".": "\u0307",
  c: "\u0327",
  v: "\u030c",
  u: "\u0306",
  H: "\u030b",
  d: "\u0323",
  b: "\u0331",
  k: "\u0328",
  r: "\u030a",
};

/** The accented letter; undefined if it is not a single character. */
export function decodeAccent(accent: string, letter: string): string | undefined {
  const mark = COMBINING[accent];
  const composed = mark && (letter + mark).normalize("NFC");
  return composed?.length === 1 ? composed : undefined;
}

/** Commands that represent a character. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["ss", "ß"],
  ["ae", "æ"],
  ["AE", "Æ"],
  ["oe", "œ"],
  ["OE", "Œ"],
  ["o", "ø"],
  ["O", "Ø"],
  ["aa", "å"],
  ["AA", "Å"],
  ["l", "ł"],
  ["L", "Ł"],
  ["textbackslash", "\\"],
  ["textasciitilde", "~"],
  ["textasciicircum", "^"],
  ["textendash", "–"],
  ["textemdash", "—"],
  ["textquotedblleft", "“"],
  ["textquotedblright", "”"],
  ["guillemotleft", "«"],
  ["guillemotright", "»"],
]);

/** LaTeX's spellings of punctuation, longest first. */
export const LIGATURES: readonly (readonly [raw: string, character: string])[] = [
  ["---", "—"],
  ["--", "–"],
  ["``", "“"],
  ["''", "”"],
  ["?`", "¿"],
  ["!`", "¡"],
];

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "\u00a0": "~",
  "—": "---",
  "–": "--",
  "“": "``",
  "”": "''",
};

/** Writes text. Accented letters stay characters, because current LaTeX reads UTF-8. */
export function encodeTex(plain: string): string {
  return plain
    .replace(/[\r\n]+/g, " ")
    .replace(/[\\{}$&#_%^~\u00a0—–“”]/g, (character) => ESCAPES[character] ?? `\\${character}`);
}

const INPUT = /(\\usepackage\s{0,10}\[)([\w-]{1,20})(?=\]\{inputenc\})/;
const INPUT_NAMES: Readonly<Record<string, string>> = {
  latin1: "iso-8859-1",
  latin2: "iso-8859-2",
  latin9: "iso-8859-15",
  ansinew: "windows-1252",
  cp1250: "windows-1250",
  cp1251: "windows-1251",
  cp1252: "windows-1252",
  "koi8-r": "koi8-r",
  utf8: "utf-8",
  utf8x: "utf-8",
};

export function declaredEncoding(head: string): string | undefined {
  return INPUT_NAMES[INPUT.exec(head)?.[2] ?? ""];
}

/** The text with UTF-8 in its `inputenc`. */
export function redeclareEncoding(text: string): string {
  return text.replace(INPUT, "$1utf8");
}
