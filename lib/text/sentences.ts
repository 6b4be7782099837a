import { abbreviationsOf } from "./abbreviations";
import { baseLanguage } from "./languages";
import { type InlineCode, isSeparator, type Segment, serialize, type Token, tokenize, unescapeText } from "./segment";
import { segments } from "./segmenter";

/**
 * Splits a text into sentences. Joining them gives the text: white space belongs to the preceding sentence. Unicode's
 * rules (UAX #29 through `Intl.Segmenter`), extended by abbreviations, initials, ordinals and quotes.
 */
export function splitSentences(text: string, language: string): string[] {
  const base = baseLanguage(language);
  if (!MAY_HAVE_TWO.test(text)) return cutLong([text], base);
  const limit = maxLength(base);
  const sentences: string[] = [];
  let start = 0;
  let end = 0;
  for (const segment of base === "zh" || base === "ja" ? quotesAhead(text, base) : unicodeSentences(text, base)) {
    const isFull = end - start + segment.length > limit;
    if (end > start && (isFull || !isJoined(text.slice(start, end), segment, base))) {
      sentences.push(text.slice(start, end));
      start = end;
    }
    end += segment.length;
  }
  sentences.push(text.slice(start));
  return cutLong(sentences.flatMap(cutAtSeparators).flatMap(cutAtBoxes), base);
}

function* unicodeSentences(text: string, base: string): Iterable<string> {
  for (const { segment } of segments(text, base, "sentence")) yield segment;
}

/** Unicode adds a quotation mark or bracket that opens after a full stop to the sentence before. */
function* quotesAhead(text: string, base: string): Iterable<string> {
  let carried = "";
  for (const sentence of unicodeSentences(text, base)) {
    const opened = /[「『（【《〈“‘]+$/.exec(sentence)?.[0] ?? "";
    const whole = carried + sentence.slice(0, sentence.length - opened.length);
    carried = opened;
    if (whole !== "") yield whole;
  }
  if (carried !== "") yield carried;
}

/** A sentence of a segment, with the white space before and after it that is not sent to the engine. */
export type SentencePart = { readonly segment: Segment; readonly before: string; readonly after: string };

export type SplitSegment = {
  readonly parts: readonly SentencePart[];
  /** Joins the parts' encoded texts, in order, and merges split pairs. */
  readonly join: (texts: readonly string[]) => string;
};

/**
 * Splits a segment with inline codes into sentences. A pair that spans a boundary is closed before it and reopened
 * after it with the same number.
 */
export function splitSegment(segment: Segment, language: string): SplitSegment {
  const limit = maxLength(baseLanguage(language));
  if (segment.codes.length === 0 && segment.text.length <= limit && !MAY_HAVE_TWO.test(segment.text)) {
    const part = partOf([{ type: "text", text: unescapeText(segment.text) }], segment, NO_CODES);
    return { parts: [part], join: ([text]) => part.before + (text ?? part.segment.text) + part.after };
  }
  const tokens = tokenize(segment.text);
  const kinds = new Map(segment.codes.map((code) => [code.id, code]));
  const order = new Map(segment.codes.map((code, at) => [code.id, at]));
  const plain = tokens.map((token) => symbolOf(token, kinds)).join("");
  const sentences = splitSentences(plain, language);
  const pieces = sentences.length === 1 || depthOf(tokens) > DEEPEST ? [tokens] : cutTokens(tokens, sentences);
  const parts = pieces.map((piece) => partOf(piece, segment, order));
  return {
    parts,
    join: (texts) => {
      const joined = parts.map((part, i) => part.before + (texts[i] ?? part.segment.text) + part.after).join("");
      return parts.length === 1 ? joined : mergePairs(joined, kinds);
    },
  };
}

/** A separator between two items. */
export const SEPARATOR_SIGN = "(?:[|•·/&→»@>*+=\\\\]|>>|//|::)";
/** A sentence end or separator that is followed by something. */
const MAY_HAVE_TWO = new RegExp(
  `(?:[.!?…‼⁇⁈⁉。！？．｡।॥۔؟։։\\n\\r\\u2028\\u2029|•·\\t☐☑☒□■▢❏❑✓✔✗✘/→]| {3}|\\s(?:${SEPARATOR_SIGN}|&amp;|(?:&gt;){1,2})\\s|\\ufffc{3}|[[(][ xX]?[\\])])[\\s\\S]*\\S`,
);

/** Check boxes typed as text. Each belongs to the words on one side, which must not change places with other words. */
const BOX = "(?:[☐☑☒□■▢❏❑✓✔✗✘]|(?<![^\\s])(?:\\[[ xX]?\\]|\\([ ]?\\))(?=\\s|$))";
const BOXES = new RegExp(`(?:${BOX}\\s*)+`, "g");
/** Boxes, and the dash of a speaker or an item, at the beginning. */
const LEADING_BOXES = new RegExp(`^\\s*(?:(?:${BOX}\\s*)+|[-–—•]\\s+(?=\\S))`);
/** Boxes at the end, or the separator between two items. */
const TRAILING_BOXES = new RegExp(`\\s*(?:${BOX}\\s*)+$|\\s+${SEPARATOR_SIGN}\\s*$|(?<=\\p{L})/$`, "u");

/**
 * Texts that are not one sentence and must not change places: around a separator (`Home | Contact`, `male / female`,
 * `House & Door`), a tab or three spaces between columns, or three codes in a row. `\ufffc` represents a code.
 */
const SEPARATOR = new RegExp(
  `[\\s\\ufffc]+${SEPARATOR_SIGN}[\\s\\ufffc]+(?=\\S)|(?<=\\S)\\s+(?=\\S)|\\ufffc{3,}(?=[^\\s\\ufffc])`,
  "g",
);
const IS_COLUMN = /\S|\t| {3}/;
/** Equivalent items in one word: `Male/Female`, `on/off` as a label, but not `he/she` in a sentence. */
const EQUAL_ITEMS = /^\s*\p{L}+(?:\/\p{L}+)+\s*$|(?<![^\s([])\p{Lu}\p{L}+(?:\/\p{Lu}\p{L}+)+(?=$|[\s)\],.;:])/gu;

function cutAtSeparators(sentence: string): string[] {
  const cuts = Array.from(sentence.matchAll(SEPARATOR)).filter(([text]) => IS_COLUMN.test(text));
  const slashes = Array.from(sentence.matchAll(EQUAL_ITEMS)).flatMap(({ 0: items, index }) =>
    Array.from(items.matchAll(/\//g), (slash) => ({ ...slash, index: index + slash.index })),
  );
  const pieces: string[] = [];
  let from = 0;
  for (const match of slashes.length > 0 ? [...cuts, ...slashes].sort((a, b) => a.index - b.index) : cuts) {
    const to = match.index + match[0].length;
    pieces.push(sentence.slice(from, to));
    from = to;
  }
  return [...pieces, sentence.slice(from)];
}

/** Splits before each check box; text that contains only boxes belongs to the words before it. */
function cutAtBoxes(sentence: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: boxes, index } of sentence.matchAll(BOXES)) {
    const isBetween = sentence.slice(from, index).trim() !== "" && /\p{L}/u.test(sentence.slice(index + boxes.length));
    if (!isBetween) continue;
    pieces.push(sentence.slice(from, index));
    from = index;
  }
  return [...pieces, sentence.slice(from)];
}

/** Maximum characters before a position that the rules examine. */
const LOOK_BACK = 100;

/** Abbreviations that may also end a sentence: they do if the next word often begins one. */
const MAY_END =
  /(?:^|[\s(])(?:etc|[ap]\.\s?m|U\.S|U\.S\.A|U\.K|EE\.\s?UU|UU|usw|ff|ecc|Inc|Ltd|Co|Corp|Jr|Sr|v\. Chr|n\. Chr|d\. C|a\. C)\.\s+$/iu;
const STARTERS = new Set(
  `The A An In On At It He She They We You I This That These Those There But And However When If As For After Before
  El La Los Las Un Una En Es Se No Con Por Para Este Esta Pero Y Cuando Si Le Les Il Elle Ils Elles On Une Des Dans Ce Cette
  Der Die Das Ein Eine Im Es Er Sie Wir Und Aber Wenn Lo Gli Nel O Os As Um Uma Na`.split(/\s+/),
);

/** Abbreviations used before a number: No. 5, Fig. 3, pág. 12. */
const BEFORE_NUMBER =
  /(?:^|[\s(])(?:no|nos|nr|nrs|núm|num|n|fig|figs|art|arts|pág|págs|pag|p|pp|vol|cap|ch|sec|abs|abb|kap|bd|ver|v|eq)\.\s+$/iu;
/** Languages that write ordinals with a full stop: 3. Oktober. */
const DOTTED_ORDINALS = new Set([
  "de",
  "da",
  "nb",
  "nn",
  "no",
  "fi",
  "is",
  "et",
  "lv",
  "cs",
  "sk",
  "sl",
  "hr",
  "bs",
  "sr",
  "sh",
  "pl",
  "hu",
]);

const WORD = /[\p{L}\p{N}]/u;

/** True if an apparent sentence end is not one, such as the operator in `a != B`. */
function isJoined(sentence: string, after: string, language: string): boolean {
  const before = sentence.slice(-LOOK_BACK);
  if (/[\n\r\u2028\u2029]\s*$/.test(before)) return false;
  if (!WORD.test(after) || !WORD.test(before)) return true;
  const next = after.trimStart();
  if (/^\p{Ll}/u.test(next)) return true;
  if (/^[-–—,;:)\]»”’]/.test(next) || /\s[!?]+\[?$/.test(before) || (after.startsWith("=") && !/\s$/.test(before)))
    return true;
  if (language === "ja" && isJapaneseQuote(sentence, next)) return true;
  if (language === "zh" && isChineseQuote(before, next)) return true;
  if (!/\.["'”’»)\]]*\s+$/u.test(before)) return false;
  // EE. UU., JJ. OO.: doubled letters indicate a plural.
  if (/(?:^|\s)(\p{Lu})\1\.\s+$/u.test(before) && /^(\p{Lu})\1\./u.test(next)) return true;
  if (MAY_END.test(before)) return !STARTERS.has(/^["'“‘«¿¡(]*([\p{L}]+)/u.exec(next)?.[1] ?? "");
  if (/^\d/.test(next) && BEFORE_NUMBER.test(before)) return true;
  if (DOTTED_ORDINALS.has(language) && /(?:^|[\s(])\d{1,4}\.\s+$/.test(before)) return true;
  if (/(?:^|[\s(.])\p{Lu}\.\s+$/u.test(before)) return !/(?:^|\s)I\.\s+$/.test(before);
  return abbreviationsOf(language).has(/(\S+)\s+$/.exec(before)?.[1]?.replace(/^[("'“‘«¿¡[]+/, "") ?? "");
}

/** `「はい。」と言った` is a single sentence, and so is bracketed text. */
function isJapaneseQuote(before: string, next: string): boolean {
  if (/[」』）]\s*$/.test(before) && /^(?:と|って|は|が|を|も|、|の|に)/.test(next)) return true;
  return /^[」』）]/.test(next) || count(before, /[（(「『]/g) > count(before, /[）)」』]/g);
}

/** `“你好。”他说` is two sentences for Unicode; `“你好。”的意思` and `「走吧！」，他說` are one. */
function isChineseQuote(before: string, next: string): boolean {
  return /[」』”’]\s*$/.test(before) && /^(?:[他她我你][们們]?)?[的地，、；說说道問问喊答]/.test(next);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Maximum UTF-16 units; longer sentences are split at clauses or blanks, as engines slow down and neural ones lose
 * text.
 */
const MAX_SENTENCE_LENGTH = 1_000;
/**
 * The same for scripts that need fewer characters per word. Thai, Lao, Khmer and Burmese do not mark sentence ends,
 * only pauses by a blank, so a whole paragraph would be one sentence.
 */
const MAX_DENSE_LENGTH: Readonly<Record<string, number>> = {
  zh: 300,
  ja: 300,
  ko: 500,
  th: 300,
  lo: 300,
  km: 300,
  my: 300,
};

function maxLength(base: string): number {
  return MAX_DENSE_LENGTH[base] ?? MAX_SENTENCE_LENGTH;
}

function cutLong(sentences: string[], base: string): string[] {
  const limit = maxLength(base);
  return sentences.some((sentence) => sentence.length > limit)
    ? sentences.flatMap((sentence) => cutOne(sentence, limit, base))
    : sentences;
}

function cutOne(sentence: string, limit: number, base: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > limit) {
    const window = rest.slice(0, limit);
    const clause = lastMatch(window, /(?:[，、；：]|[;:,]\s)(?=\S)/g);
    const blank = lastMatch(window, /\s(?=\S)/g);
    const at = clause > limit / 2 ? clause : blank > limit / 2 ? blank : wordEnd(rest, limit, base);
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...pieces, rest];
}

function lastMatch(text: string, pattern: RegExp): number {
  let end = -1;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}

/** The last word end before `limit` if the script has no blanks; else the end of a character. */
function wordEnd(text: string, limit: number, base: string): number {
  if (MAX_DENSE_LENGTH[base] === undefined) return wholeCharacter(text, limit);
  const words = [...segments(text.slice(0, limit), base, "word")];
  // The last word of the window may be incomplete, so it is left to the next part.
  const end = limit - (words.at(-1)?.segment.length ?? 0);
  return end > limit / 2 ? end : wholeCharacter(text, limit);
}

/** Never splits a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** A letter without case, because a placeholder may be at the start of a sentence or within it. */
const A_WORD = "\u05d0";
/** Unicode's object replacement character. */
const AN_OBJECT = "\ufffc";

/** Represents a token by one character for the rules: a separator, a word, or an object in the sentence. */
function symbolOf(token: Token, codes: ReadonlyMap<number, InlineCode>): string {
  if (token.type === "text") return token.text;
  if (token.type !== "single") return "";
  const code = codes.get(token.id);
  if (code && isSeparator(code)) return "\n";
  return code?.kind === "placeholder" ? A_WORD : AN_OBJECT;
}

/** Maximum nesting of pairs that are closed and reopened; no real document has nearly as much. */
const DEEPEST = 32;

function depthOf(tokens: readonly Token[]): number {
  let depth = 0;
  let deepest = 0;
  for (const { type } of tokens) {
    if (type === "open") deepest = Math.max(deepest, ++depth);
    else if (type === "close") depth--;
  }
  return deepest;
}

/** The tokens of each sentence, in which split pairs are closed and reopened. */
function cutTokens(tokens: readonly Token[], sentences: readonly string[]): Token[][] {
  const pieces: Token[][] = [];
  const open: number[] = [];
  const reopened = new Set<Token>();
  let piece: Token[] = [];
  let left = sentences[0]!.length;
  const next = (): void => {
    // The blank between two sentences is moved out of the pairs, since engines may not preserve it.
    const last = open.length > 0 ? piece.at(-1) : undefined;
    const blank = last?.type === "text" ? last.text.slice(last.text.trimEnd().length) : "";
    if (last?.type === "text" && blank !== "")
      piece.splice(-1, 1, { type: "text", text: last.text.slice(0, -blank.length) });
    for (const id of [...open].reverse()) piece.push({ type: "close", id });
    if (blank !== "") piece.push({ type: "text", text: blank });
    pieces.push(piece);
    piece = open.map((id) => ({ type: "open", id }));
    for (const token of piece) reopened.add(token);
    left = sentences[pieces.length]?.length ?? Number.POSITIVE_INFINITY;
  };
  for (const token of tokens) {
    if (token.type === "close") {
      const at = open.lastIndexOf(token.id);
      if (at >= 0) open.splice(at, 1);
      // A pair that would be reopened and immediately closed is dropped: it ends where it was split.
      const last = piece.at(-1);
      if (last && reopened.has(last) && last.type === "open" && last.id === token.id) piece.pop();
      else piece.push(token);
      continue;
    }
    if (left === 0 && (token.type !== "text" || token.text !== "")) next();
    if (token.type === "open") {
      open.push(token.id);
      piece.push(token);
      continue;
    }
    if (token.type !== "text") {
      left -= 1;
      piece.push(token);
      continue;
    }
    let { text } = token;
    while (text.length > left) {
      piece.push({ type: "text", text: text.slice(0, left) });
      text = text.slice(left);
      next();
    }
    left -= text.length;
    if (text !== "") piece.push({ type: "text", text });
  }
  pieces.push(piece);
  return pieces;
}

const NO_CODES: ReadonlyMap<number, number> = new Map();

/** `order` is the index of an id in `codes`, since searching for each sentence would take quadratic time. */
function partOf(piece: readonly Token[], { codes }: Segment, order: ReadonlyMap<number, number>): SentencePart {
  const tokens = [...piece];
  let before = "";
  let after = "";
  const first = tokens[0];
  if (first?.type === "text") {
    before =
      LEADING_BOXES.exec(first.text)?.[0] ?? first.text.slice(0, first.text.length - first.text.trimStart().length);
    tokens[0] = { type: "text", text: first.text.slice(before.length) };
  }
  const last = tokens.at(-1);
  if (last?.type === "text") {
    after = TRAILING_BOXES.exec(last.text)?.[0] ?? last.text.slice(last.text.trimEnd().length);
    tokens[tokens.length - 1] = { type: "text", text: last.text.slice(0, last.text.length - after.length) };
  }
  const present = new Set(tokens.flatMap((token) => (token.type === "text" ? [] : (order.get(token.id) ?? []))));
  const own = [...present].sort((a, b) => a - b).map((at) => codes[at]!);
  return { segment: { text: serialize(tokens), codes: own }, before, after };
}

/**
 * Merges a split pair, from its first opening to its last closing. A `format` may occur several times, so only adjacent
 * parts are merged.
 */
function mergePairs(encoded: string, codes: ReadonlyMap<number, InlineCode>): string {
  const tokens = tokenize(encoded);
  const firstOpen = new Map<number, number>();
  const lastClose = new Map<number, number>();
  for (const [i, token] of tokens.entries()) {
    if (token.type === "open" && !firstOpen.has(token.id)) firstOpen.set(token.id, i);
    if (token.type === "close") lastClose.set(token.id, i);
  }
  const kept: Token[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.type === "open" && codes.get(token.id)?.kind === "format") {
      const before = kept.findLastIndex((one) => one.type !== "text" || one.text.trim() !== "");
      const last = kept[before];
      if (last?.type === "close" && last.id === token.id) kept.splice(before, 1);
      else kept.push(token);
    } else if (token.type === "open" && codes.get(token.id)?.kind === "pair") {
      if (firstOpen.get(token.id) === i) kept.push(token);
    } else if (token.type === "close" && codes.get(token.id)?.kind === "pair") {
      if (lastClose.get(token.id) === i) kept.push(token);
    } else kept.push(token);
  }
  return serialize(kept);
}
