import { type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";

/** The quotation marks of one pair. */
export type Quotes = { readonly open: string; readonly close: string };

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

/** A few words in quotation marks: a label, a title, a term. An apostrophe follows a letter. */
const QUOTED =
  /(?<![\p{L}\p{M}\p{N}])(['‘"“])([\p{L}\p{N}](?:[\p{L}\p{M}\p{N} -]{0,40}[\p{L}\p{M}\p{N}])?)(['’"”])(?![\p{L}\p{N}])/gu;

/**
 * Turns the marks around a few words into paired codes, which move with the words: as text they stay in place and would
 * quote the wrong word. {@link quotesAsText} is the inverse.
 */
export function quotesAsCodes(segment: Segment): {
  readonly segment: Segment;
  /** By the number of the code. */
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
      quotes.set(++id, { open, close });
      pieces.push({ type: "text", text: token.text.slice(from, match.index) }, { type: "open", id });
      pieces.push({ type: "text", text: words }, { type: "close", id });
      from = match.index + whole.length;
    }
    return [...pieces, { type: "text", text: token.text.slice(from) }];
  });
  if (quotes.size === 0) return { segment, quotes };
  const codes = [...segment.codes, ...[...quotes.keys()].map((id) => ({ id, kind: "pair" as const }))];
  return { segment: { ...segment, text: serialize(tokens), codes }, quotes };
}

/** Replaces the codes of {@link quotesAsCodes} by their marks. */
export function quotesAsText(encoded: string, quotes: ReadonlyMap<number, Quotes>): string {
  if (quotes.size === 0) return encoded;
  return serialize(
    tokenize(encoded).map((token): Token => {
      const marks = token.type === "text" ? undefined : quotes.get(token.id);
      return marks ? { type: "text", text: token.type === "open" ? marks.open : marks.close } : token;
    }),
  );
}

/** Marks that are never read as apostrophes and are rare in texts. */
const OPEN = "‹";
const CLOSE = "›";

/** Placeholder for non-text next to a mark. */
const OBJECT = "\ufffc";

/**
 * Replaces single quotation marks around words by marks that are not apostrophes: dictionaries read `'s` of `'save'` as
 * "is" and write `’` after a word as `'`. `null` stands for non-text. `quotes` is what {@link unmarkQuotes} restores;
 * null if nothing changed, also because the text contains such marks itself. Linear.
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
