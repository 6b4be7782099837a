import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from "parse5";

import { replaceOpaque } from "./opaque";

export type HtmlAttribute = {
  readonly value: string;
  /** Range of the value without quotes. */
  readonly start: number;
  readonly end: number;
  readonly quote: '"' | "'" | "";
};

export type HtmlStartTag = {
  readonly type: "start";
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly attributes: ReadonlyMap<string, HtmlAttribute>;
  /** True for an element without content: a void element, or a self-closing one where that is allowed. */
  readonly empty: boolean;
};

export type HtmlToken =
  | HtmlStartTag
  | { readonly type: "text"; readonly start: number; readonly end: number; readonly text: string }
  | { readonly type: "end"; readonly name: string; readonly start: number; readonly end: number }
  | { readonly type: "other"; readonly start: number; readonly end: number };

/**
 * The tags and texts of HTML in order, with offsets. Builds no tree, because browsers move and duplicate nodes of
 * malformed pages, while the source must stay unchanged. In `xhtml` every element may be self-closing. A range keeps
 * the offsets of the whole source. `only`: the name of an element; the content of all elements outside of it is raw.
 */
export function tokenizeHtml(
  source: string,
  xhtml = false,
  range = { start: 0, end: source.length },
  only?: string,
): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  let depth = 0;
  const placed = ({ location }: { location: Token.Location | null }) => ({
    start: range.start + location!.startOffset,
    end: range.start + location!.endOffset,
  });
  const text = (token: Token.CharacterToken) => {
    const { start, end } = placed(token);
    const last = tokens.at(-1);
    if (last?.type === "text" && last.end === start) {
      tokens[tokens.length - 1] = { ...last, end, text: last.text + unmask(token.chars) };
    } else tokens.push({ type: "text", start, end, text: unmask(token.chars) });
  };
  const other = (token: { location: Token.Location | null }) => {
    tokens.push({ type: "other", ...placed(token) });
  };
  const handler: TokenHandler = {
    onStartTag: (token) => {
      const name = token.tagName;
      const empty = VOID.has(name) || (xhtml && token.selfClosing);
      if (name === only && !empty) depth++;
      const isRaw = only !== undefined && depth === 0;
      const content = empty ? undefined : (RAW_CONTENT.get(name) ?? (isRaw ? TokenizerMode.RAWTEXT : undefined));
      if (content !== undefined) tokenizer.state = content;
      tokens.push({
        type: "start",
        name,
        ...placed(token),
        attributes: attributesOf(token, source, range.start),
        empty,
      });
    },
    onEndTag: (token) => {
      if (token.tagName === only && depth > 0) depth--;
      tokens.push({ type: "end", name: token.tagName, ...placed(token) });
    },
    onCharacter: text,
    onWhitespaceCharacter: text,
    onNullCharacter: text,
    onComment: other,
    onDoctype: other,
    onEof: () => {},
  };
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handler);
  tokenizer.write(mask(source.slice(range.start, range.end)), true);
  return tokens;
}

/** A noncharacter that replaces each `>` that does not end a tag. */
const MASK = "\ufdd0";

/** For HTML, server code, CDATA sections and a DOCTYPE end at their first `>`; here they extend to their own end. */
function mask(html: string): string {
  return replaceOpaque(html, (code) =>
    /^<!--|<\/script/i.test(code) ? code : `${code.slice(0, -1).replaceAll(">", MASK)}>`,
  );
}

const unmask = (text: string) => text.replaceAll(MASK, ">");

/** Index of the token at which each element ends: its end tag, or the tag that implies its end. */
export function matchTags(tokens: readonly HtmlToken[]): Map<HtmlToken, number> {
  const ends = new Map<HtmlToken, number>();
  const open: HtmlStartTag[] = [];
  const count = new Map<string, number>();
  const close = (index: number) => {
    const element = open.pop()!;
    count.set(element.name, count.get(element.name)! - 1);
    ends.set(element, index);
  };
  for (const [index, token] of tokens.entries()) {
    if (token.type === "start") {
      while (open.length > 0 && ENDED_BY.get(open.at(-1)!.name)?.test(token.name)) close(index);
      if (token.empty) continue;
      open.push(token);
      count.set(token.name, (count.get(token.name) ?? 0) + 1);
    } else if (token.type === "end" && (count.get(token.name) ?? 0) > 0) {
      for (;;) {
        const last = open.at(-1)!.name === token.name;
        close(index);
        if (last) break;
      }
    }
  }
  return ends;
}

/** HTML Living Standard, 13.1.2 (void elements). */
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** HTML Living Standard, 13.2.6.4: elements with raw content. */
const RAW_CONTENT = new Map([
  ["title", TokenizerMode.RCDATA],
  ["textarea", TokenizerMode.RCDATA],
  ["style", TokenizerMode.RAWTEXT],
  ["xmp", TokenizerMode.RAWTEXT],
  ["iframe", TokenizerMode.RAWTEXT],
  ["noembed", TokenizerMode.RAWTEXT],
  ["noframes", TokenizerMode.RAWTEXT],
  ["script", TokenizerMode.SCRIPT_DATA],
  ["plaintext", TokenizerMode.PLAINTEXT],
]);

/** HTML Living Standard, 13.1.2.4 (optional tags), as far as it is needed here. */
const ENDED_BY = new Map([
  [
    "p",
    /^(?:address|article|aside|blockquote|div|dl|fieldset|footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|ul)$/,
  ],
  ["li", /^li$/],
  ["dt", /^d[dt]$/],
  ["dd", /^d[dt]$/],
  ["option", /^opt(?:ion|group)$/],
  ["td", /^t(?:d|h|r|body|foot)$/],
  ["th", /^t(?:d|h|r|body|foot)$/],
  ["tr", /^t(?:r|body|foot)$/],
]);

function attributesOf(token: Token.TagToken, source: string, offset: number): Map<string, HtmlAttribute> {
  const attributes = new Map<string, HtmlAttribute>();
  for (const { name, value, prefix } of token.attrs) {
    const full = prefix ? `${prefix}:${name}` : name;
    const location = token.location!.attrs?.[name];
    if (!location) continue;
    attributes.set(full, {
      value: unmask(value),
      ...valueRange(source, offset + location.startOffset, offset + location.endOffset),
    });
  }
  return attributes;
}

/** Range of the value in `name="value"`. */
function valueRange(source: string, start: number, end: number): Omit<HtmlAttribute, "value"> {
  const equals = source.indexOf("=", start + 1);
  if (equals < 0 || equals >= end) return { start: end, end, quote: "" };
  let from = equals + 1;
  while (from < end && " \t\r\n\f".includes(source[from]!)) from++;
  const quote = source[from];
  if (quote !== '"' && quote !== "'") return { start: from, end, quote: "" };
  return { start: from + 1, end: end - 1, quote };
}
