import { type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";

/** The quotation marks of a pair. */
export type Quotes = {
  readonly open: string;
  readonly close: string;
  /** True if an article comes before the quotation marks. */
  readonly behindArticle?: boolean;
};

const ARTICLE =
  "(?:the|an?|el|la|els|les|los|las|lo|le|l['’]|une?|una|unos|unas|uns|unes|o|os|as|um|uma|il|i|gli|un['’])";
const ENDS_WITH_ARTICLE = new RegExp(`(?<![\\p{L}\\p{N}])${ARTICLE}\\s?$`, "iu");
const BEGINS_WITH_ARTICLE = new RegExp(`^${ARTICLE}(?:\\s|(?<=['’]))`, "iu");

const SINGLE: readonly Quotes[] = [
  { open: "'", close: "'" },
  { open: "‘", close: "’" },
];
const CLOSING: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ["‘", "’"],
  ['"', '"'],
  ["“", "”"],
]);

/** A few words in quotation marks: a label, a title, a term. An apostrophe after a letter is no quotation mark. */
const QUOTED =
  /(?<![\p{L}\p{M}\p{N}])(['‘"“])([\p{L}\p{N}](?:[\p{L}\p{M}\p{N} -]{0,40}[\p{L}\p{M}\p{N}])?)(['’"”])(?![\p{L}\p{N}])/gu;

/**
 * Converts quotation marks around a few words to paired codes, which move with the words. As text, the marks would keep
 * their position and quote the wrong word. {@link quotesAsText} is the inverse.
 */
export function quotesAsCodes(segment: Segment): {
  readonly segment: Segment;
  /** Keyed by the number of the code. */
  readonly quotes: ReadonlyMap<number, Quotes>;
} {
  const quotes = new Map<number, Quotes>();
  if (!/['‘"“]/.test(segment.text)) return { segment, quotes };
  let id = segment.codes.reduce((highest, code) => Math.max(highest, code.id), 0);
  const tokens = tokenize(segment.text).flatMap((token): Token[] => {
    if (token.type !== "text") return [token];
    const pieces: Token[] = [];
    let from = 0;
    for (const match of token.text.matchAll(QUOTED)) {
      const [whole, open = "", words = "", close = ""] = match;
      if (CLOSING.get(open) !== close) continue;
      const before = token.text.slice(from, match.index);
      quotes.set(++id, { open, close, behindArticle: ENDS_WITH_ARTICLE.test(before) });
      pieces.push({ type: "text", text: before }, { type: "open", id });
      pieces.push({ type: "text", text: words }, { type: "close", id });
      from = match.index + whole.length;
    }
    return [...pieces, { type: "text", text: token.text.slice(from) }];
  });
  if (quotes.size === 0) return { segment, quotes };
  const codes = [...segment.codes, ...[...quotes.keys()].map((id) => ({ id, kind: "pair" as const }))];
  return { segment: { ...segment, text: serialize(tokens), codes }, quotes };
}

/**
 * Replaces the codes of {@link quotesAsCodes} by their marks. The translated article of a quoted noun is inside the
 * quotation, so it is moved before the marks if the source has it there: `the "hero"`, `l'"heroi"`.
 */
export function quotesAsText(encoded: string, quotes: ReadonlyMap<number, Quotes>): string {
  if (quotes.size === 0) return encoded;
  const tokens = tokenize(encoded);
  const texts = tokens.map((token, i): Token => {
    const marks = token.type === "text" ? undefined : quotes.get(token.id);
    if (!marks) return token;
    if (token.type !== "open") return { type: "text", text: marks.close };
    const [before, inner] = [tokens[i - 1], tokens[i + 1]];
    const article =
      marks.behindArticle && inner?.type === "text" ? BEGINS_WITH_ARTICLE.exec(inner.text)?.[0] : undefined;
    if (!article || inner?.type !== "text" || (before?.type === "text" && ENDS_WITH_ARTICLE.test(before.text)))
      return { type: "text", text: marks.open };
    tokens[i + 1] = { type: "text", text: inner.text.slice(article.length) };
    return { type: "text", text: article + marks.open };
  });
  return serialize(texts);
}

/** Marks that Apertium never reads as apostrophes and that are rare in texts. */
const OPEN = "‹";
const CLOSE = "›";

/** Placeholder for a code next to a mark. */
const OBJECT = "\ufffc";

/**
 * Replaces single quotation marks around words by marks that aren't apostrophes: dictionaries read `'s` in `'save'` as
 * "is", and change `’` after a word to `'`. `null` represents a code. {@link unmarkQuotes} restores `quotes`, which is
 * null if nothing changed, or if the text contains such marks itself. Linear time.
 */
export function markQuotes(texts: readonly (string | null)[]): {
  readonly texts: readonly (string | null)[];
  readonly quotes: Quotes | null;
} {
  const whole = texts.map((text) => text ?? OBJECT).join("");
  const quotes = SINGLE.find(({ open }) => whole.includes(open));
  if (!quotes || whole.includes(OPEN) || whole.includes(CLOSE)) return { texts, quotes: null };
  const units = whole.split("");
  let opened = -1;
  let found = false;
  for (const [at, unit] of units.entries()) {
    if (unit === quotes.open && !isWord(whole[at - 1]) && isWord(whole[at + 1])) opened = at;
    else if (unit === quotes.close && opened >= 0 && whole[at - 1] !== " " && !isWord(whole[at + 1])) {
      units[opened] = OPEN;
      units[at] = CLOSE;
      opened = -1;
      found = true;
    }
  }
  if (!found) return { texts, quotes: null };
  let end = 0;
  const marked = texts.map((text) => {
    const start = end;
    end += text?.length ?? OBJECT.length;
    return text === null ? null : units.slice(start, end).join("");
  });
  return { texts: marked, quotes };
}

/** Restores the quotation marks that {@link markQuotes} replaced. */
export function unmarkQuotes(text: string, quotes: Quotes | null): string {
  return quotes ? text.replaceAll(OPEN, quotes.open).replaceAll(CLOSE, quotes.close) : text;
}

function isWord(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{N}]/u.test(unit);
}
