import type { InlineCodeKind } from "@/lib/vocabulary/segments";

/**
 * The segment model that all of Dragoman shares: text with numbered inline codes, such as `Click <g1>here</g1><x2/>`.
 * `<gN>…</gN>` is a paired code, `<xN/>` a single one; they correspond to XLIFF 1.2 `g`/`x` and XLIFF 2 `pc`/`ph`.
 * Literal `<` and `&` are written `&lt;` and `&amp;`. The format's skeleton keeps the raw bytes of each code.
 */

export type InlineCode = {
  /** Number in the text, starting with 1, in source order. */
  readonly id: number;
  readonly kind: InlineCodeKind;
  /**
   * Plain-text meaning of the code for engines and readers: `"{name}"` for a placeholder. `"\n"` (a line break) and
   * `"\t"` (a tab) are separators: see {@link isSeparator}. {@link CODE} for a pair around program code.
   */
  readonly equiv?: string;
  /** True if a translation may omit the code. */
  readonly deletable?: boolean;
};

/**
 * True if the texts on both sides of a code are translated separately and never change places: its `equiv` contains a
 * tab or a line break.
 */
export function isSeparator({ equiv }: InlineCode): boolean {
  return equiv !== undefined && /[\t\n]/.test(equiv);
}

/** `equiv` of a pair around program code. */
export const CODE = "code";

export type Segment = {
  /** Encoded text: escaped, with `<gN>…</gN>` and `<xN/>`. */
  readonly text: string;
  readonly codes: readonly InlineCode[];
  /** Stable key within the document, if the format has one (`faq.title`, a msgid, a cell reference). */
  readonly key?: string;
  /** A note for translators (a PO comment, an ARB description). */
  readonly note?: string;
  /** Maximum length of the translation in Unicode code points. */
  readonly maxLength?: number;
  /** Labels from parts of the file other than a note: the groups of an XLIFF unit. */
  readonly labels?: readonly string[];
};

/** A piece of an encoded text. `text` tokens contain plain, unescaped text. */
export type Token =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "open" | "close" | "single"; readonly id: number };

const MARK = /<(\/?)g(\d{1,6})>|<x(\d{1,6})\/>/g;

/** Escapes plain text for use in an encoded segment. */
export function escapeText(plain: string): string {
  return plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Reverts {@link escapeText}. Also accepts `&gt;`, which some engines write. */
export function unescapeText(encoded: string): string {
  return encoded.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** Splits an encoded text into plain text and codes. Never fails: anything that isn't a code is text. */
export function tokenize(encoded: string): Token[] {
  return scan(encoded, (token) => token);
}

/** A token with its UTF-16 offsets in the encoded text. */
export type LocatedToken = Token & { readonly start: number; readonly end: number };

/** {@link tokenize}, with positions. */
export function locateTokens(encoded: string): LocatedToken[] {
  return scan(encoded, (token, start, end) => ({ ...token, start, end }));
}

function scan<T>(encoded: string, make: (token: Token, start: number, end: number) => T): T[] {
  const tokens: T[] = [];
  let from = 0;
  const addText = (end: number) => {
    if (end > from) tokens.push(make({ type: "text", text: unescapeText(encoded.slice(from, end)) }, from, end));
  };
  for (const { index, 0: mark, 1: slash, 2: pair, 3: single } of encoded.matchAll(MARK)) {
    addText(index);
    from = index + mark.length;
    const token: Token = single
      ? { type: "single", id: Number(single) }
      : { type: slash ? "close" : "open", id: Number(pair) };
    tokens.push(make(token, index, from));
  }
  addText(encoded.length);
  return tokens;
}

/** Writes tokens as encoded text; reverts {@link tokenize}. */
export function serialize(tokens: readonly Token[]): string {
  return tokens.map(serializeToken).join("");
}

function serializeToken(token: Token): string {
  switch (token.type) {
    case "text":
      return escapeText(token.text);
    case "open":
      return `<g${token.id}>`;
    case "close":
      return `</g${token.id}>`;
    case "single":
      return `<x${token.id}/>`;
  }
}

/** The text without codes. If `codes` is given, each single code is replaced by its `equiv`. */
export function plainText(encoded: string, codes: readonly InlineCode[] = []): string {
  const equiv = new Map(codes.map((code) => [code.id, code.equiv ?? ""]));
  return tokenize(encoded)
    .map((token) => (token.type === "text" ? token.text : token.type === "single" ? (equiv.get(token.id) ?? "") : ""))
    .join("");
}

/** A segment of plain text without codes. */
export function plainSegment(plain: string): Segment {
  return { text: escapeText(plain), codes: [] };
}

/**
 * True if a segment's key was generated from a hash, because the file has no key; people should not see it. A key from
 * a file that begins with `~` gets another `~`.
 */
export function isGeneratedKey(key: string): boolean {
  return key.startsWith("~") && !key.startsWith("~~");
}
