import type { Image, ImageReference, Link, LinkReference, Nodes, PhrasingContent } from "mdast";
import type { Piece } from "@/lib/formats/inline";
import type { Span } from "@/lib/formats/splice";
import { type MarkdownSource, PARAGRAPH_BREAK, single, textPieces, unfilled, withRole } from "./text";

/** The pieces of a paragraph, and separate texts within them. */
export type InlineParts = {
  readonly pieces: Piece[];
  readonly nested: Nested[];
};

export type Nested =
  | {
      readonly type: "alt" | "title";
      readonly span: Span;
      readonly text: string;
      readonly before: string;
      readonly after: string;
    }
  /** HTML or JSX tags, whose attributes may contain text. */
  | { readonly type: "tag"; readonly span: Span }
  | { readonly type: "jsx"; readonly node: Nodes }
  /** A link, because of its address. */
  | { readonly type: "address"; readonly span: Span; readonly url: string };

/** A node with inline content. */
type Paired = Extract<PhrasingContent, { readonly children: unknown }>;

/** Elements whose content stands for a word. */
const WORD_TAG = /^<(code|kbd|samp|var|math|svg)[\s>]/i;
const NO_TRANSLATE = /^<(\w+)\s[^>]{0,500}?(?:translate\s?=\s?["']?no\b|class\s?=\s?["'][^"'>]{0,200}notranslate)/i;
const VOID_TAG = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)[\s/>]/i;
const TAG_NAME = /^<\/?([a-z][\w.:-]*)/i;

/** Splits the inline content of a paragraph, heading or cell into pieces. */
export function inlineParts(children: readonly PhrasingContent[], within: Span, source: MarkdownSource): InlineParts {
  const parts: InlineParts = { pieces: [], nested: [] };
  walk(children, within, source, parts);
  return parts;
}

function walk(children: readonly PhrasingContent[], within: Span, source: MarkdownSource, parts: InlineParts): void {
  for (let index = 0; index < children.length; index++) {
    const node = children[index]!;
    const span = spanOf(children, index, within);
    if (isBetweenElements(children, index)) {
      parts.pieces.push(single(span, source, "single", PARAGRAPH_BREAK));
      continue;
    }
    const until = node.type === "html" ? wordEnd(children, index) : undefined;
    if (until !== undefined) {
      const last = children[until]!;
      const words = children
        .slice(index + 1, until)
        .map((child) => ("value" in child ? child.value : ""))
        .join("");
      const whole = { start: span.start, end: endOf(last) };
      parts.pieces.push(single(whole, source, "placeholder", unfilled(words, whole, source)));
      index = until;
    } else if (node.position) inline(node, span, source, parts, startOf(children[index + 1]));
    else {
      // Automatic links split a text into nodes without positions: everything between nodes with positions is one text.
      let value = "";
      for (; index < children.length && !children[index]!.position; index++) value += textOf(children[index]!);
      index--;
      textPieces(value, span, source, parts.pieces);
    }
  }
}

/** True for a line break between two components on separate lines, such as tabs, whose texts are separate. */
function isBetweenElements(children: readonly PhrasingContent[], index: number): boolean {
  const [before, node, after] = children.slice(Math.max(0, index - 1), index + 2);
  const isElement = (one: PhrasingContent | undefined) =>
    one?.type === "mdxJsxTextElement" && /^[A-Z]/.test(one.name ?? "");
  return index > 0 && node?.type === "text" && /^\s*\n\s*$/.test(node.value) && isElement(before) && isElement(after);
}

function inline(
  node: PhrasingContent,
  span: Span,
  source: MarkdownSource,
  parts: InlineParts,
  next: number | undefined,
): void {
  const { pieces } = parts;
  switch (node.type) {
    case "text":
      textPieces(node.value, span, source, pieces);
      return;
    case "emphasis":
    case "strong":
    case "delete":
      pair(node, span, source, parts, "format");
      return;
    case "link":
      link(node, span, source, parts);
      return;
    case "linkReference":
      pair(node, span, source, parts, "pair", { close: referenceEnd(node, span, source) });
      return;
    case "image":
    case "imageReference":
      parts.nested.push(...imageTexts(node, span, source));
      pieces.push(single(span, source, "single"));
      return;
    case "inlineCode":
      pieces.push(single(withRole(span, source, pieces), source, "placeholder", unfilled(node.value, span, source)));
      return;
    case "inlineMath":
      if (isPrice(node.value, span, source)) textPieces(source.mask.slice(span.start, span.end), span, source, pieces);
      else pieces.push(single(span, source, "placeholder", source.text.slice(span.start, span.end)));
      return;
    case "break":
      // Prefixes of the next line (quote mark, indentation) belong to the line break.
      pieces.push(single({ start: span.start, end: next ?? span.end }, source, "single", "\n"));
      return;
    case "html":
      parts.nested.push({ type: "tag", span });
      pieces.push(tagPiece(span, source));
      return;
    case "mdxJsxTextElement":
      parts.nested.push({ type: "jsx", node });
      if (node.children.length === 0) pieces.push(single(span, source, "single"));
      else pair(node, span, source, parts, "format");
      return;
    case "mdxTextExpression":
      if (/^\s*\/\*/.test(node.value)) pieces.push(single(span, source, "single"));
      else pieces.push(single(span, source, "placeholder", `{${node.value}}`));
      return;
    default:
      pieces.push(single(span, source, "single"));
  }
}

function pair(
  node: Paired,
  span: Span,
  source: MarkdownSource,
  parts: InlineParts,
  kind: "pair" | "format",
  spelling: { close?: string | undefined } = {},
): void {
  const inner = innerSpan(node, span, source);
  const name = `${span.start}`;
  const open = source.text.slice(span.start, inner.start);
  const close = spelling.close ?? source.text.slice(inner.end, span.end);
  const kept = "close" in spelling;
  parts.pieces.push({ type: "open", start: span.start, end: inner.start, raw: open, name, kind, kept });
  walk(node.children, inner, source, parts);
  parts.pieces.push({ type: "close", start: inner.end, end: span.end, raw: close, name, kind });
}

/**
 * Range of the content of an inline node: from its first to its last child, or within its delimiters if children have
 * no position.
 */
function innerSpan({ type, children }: Paired, span: Span, source: MarkdownSource): Span {
  const raw = source.text.slice(span.start, span.end);
  const marks = type === "strong" || raw.startsWith("~~") ? 2 : type === "mdxJsxTextElement" ? 0 : 1;
  const closing = raw.startsWith("[") ? raw.length - raw.lastIndexOf("](") : marks;
  const start = startOf(children[0]) ?? span.start + marks;
  const last = children.at(-1);
  return { start, end: last?.position ? endOf(last) : Math.max(start, span.end - closing) };
}

function link(node: Link, span: Span, source: MarkdownSource, parts: InlineParts): void {
  // Automatic links show their address, which is not translated.
  if (source.text[span.start] !== "[") {
    parts.pieces.push(single(span, source, "placeholder", source.text.slice(span.start, span.end)));
    return;
  }
  const inner = innerSpan(node, span, source);
  parts.nested.push({ type: "address", span: { start: inner.end, end: span.end }, url: node.url });
  const title = titleSpan(node.title, { start: inner.end, end: span.end }, source);
  if (title && node.title) parts.nested.push({ type: "title", span: title, text: node.title, before: "", after: "" });
  pair(node, span, source, parts, "pair");
}

/** `[text]` and `[text][]` use their text as key, which must stay the same when the text changes. */
function referenceEnd(node: LinkReference, span: Span, source: MarkdownSource): string | undefined {
  if (node.referenceType === "full") return;
  const raw = source.text.slice(span.start + 1, span.end - (node.referenceType === "collapsed" ? 3 : 1));
  return `][${/[\r\n]/.test(raw) ? (node.label ?? raw) : raw}]`;
}

function imageTexts(node: Image | ImageReference, span: Span, source: MarkdownSource): Nested[] {
  const start = span.start + 2;
  const end = closingBracket(source, start, span.end);
  const texts: Nested[] = [];
  const label =
    node.type === "imageReference" && node.referenceType !== "full" ? source.text.slice(start, end) : undefined;
  const alt = { type: "alt", span: { start, end }, text: node.alt ?? "", before: "" } as const;
  if (label === undefined) texts.push({ ...alt, after: "" });
  else texts.push({ ...alt, span: { start, end: span.end }, after: `][${label}]` });
  const title = node.type === "image" ? titleSpan(node.title, { start: end, end: span.end }, source) : undefined;
  if (title && node.type === "image" && node.title) {
    texts.push({ type: "title", span: title, text: node.title, before: "", after: "" });
  }
  return texts;
}

function closingBracket(source: MarkdownSource, from: number, limit: number): number {
  let depth = 0;
  for (let at = from; at < limit; at++) {
    if (source.text[at] === "\\") at++;
    else if (source.text[at] === "[") depth++;
    else if (source.text[at] === "]" && depth-- === 0) return at;
  }
  return limit;
}

/** Range of a title without quotes: the last part within `within`, before a bracket and spaces. */
export function titleSpan(title: string | null | undefined, within: Span, source: MarkdownSource): Span | undefined {
  if (!title) return;
  let end = within.end;
  while (end > within.start && /[\s]/.test(source.text[end - 1]!)) end--;
  if (source.text[end - 1] === ")" && source.text[within.start] === "]") {
    end--;
    while (end > within.start && /[\s]/.test(source.text[end - 1]!)) end--;
  }
  const quote = source.text[end - 1];
  const opening = quote === ")" ? "(" : quote;
  if (opening !== '"' && opening !== "'" && opening !== "(") return;
  for (let at = end - 2; at > within.start; at--) {
    if (source.text[at] === opening && source.text[at - 1] !== "\\" && /\s/.test(source.text[at - 1]!))
      return { start: at + 1, end: end - 1 };
  }
}

/**
 * `$5 and $` is no formula: an opening `$` has no space after it, a closing one none before it and no digit after it
 * (Pandoc).
 */
function isPrice(value: string, span: Span, source: MarkdownSource): boolean {
  if (source.text.startsWith("$$", span.start) || /[\\^_*`[\]{}]/.test(value)) return false;
  return /^\s|\s$/.test(value) || /\d/.test(source.text[span.end] ?? "");
}

/** Index of the child that closes an element without prose. */
function wordEnd(children: readonly PhrasingContent[], index: number): number | undefined {
  const node = children[index]!;
  if (node.type !== "html") return;
  const name = (WORD_TAG.exec(node.value) ?? NO_TRANSLATE.exec(node.value))?.[1]?.toLowerCase();
  if (!name || node.value.endsWith("/>")) return;
  const close = children.findIndex(
    (child, i) => i > index && child.type === "html" && child.value.toLowerCase().startsWith(`</${name}`),
  );
  return close < 0 ? undefined : close;
}

function tagPiece(span: Span, source: MarkdownSource): Piece {
  const raw = source.text.slice(span.start, span.end);
  const name = TAG_NAME.exec(raw)?.[1]?.toLowerCase();
  if (!name) return { ...single(span, source, "single"), deletable: true };
  if (name === "br") return single(span, source, "single", "\n");
  if (VOID_TAG.test(raw) || raw.endsWith("/>")) return single(span, source, "single");
  const kind = name === "a" ? "pair" : "format";
  return { type: raw[1] === "/" ? "close" : "open", ...span, raw, name: `<${name}`, kind };
}

function spanOf(children: readonly PhrasingContent[], index: number, within: Span): Span {
  const node = children[index]!;
  if (node.position) return { start: startOf(node)!, end: endOf(node) };
  const before = children[index - 1];
  const after = children.slice(index).find((child) => child.position);
  const start = before ? endOf(before) : within.start;
  return { start, end: startOf(after) ?? within.end };
}

function startOf(node: Nodes | undefined): number | undefined {
  return node?.position?.start.offset;
}

function endOf(node: Nodes): number {
  return node.position!.end.offset!;
}

function textOf(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}
