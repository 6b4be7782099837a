import type { Paragraph, PhrasingContent, RootContent } from "mdast";
import { positionOf } from "./emphasis";
import { normalizeLabel } from "./escape";
import { attributesOf, FLOW_TAG, flowTag } from "./mdx-tags";
import { InlineReader, type Labels } from "./plain-inline";
import { type Block, type BlockContext, type Blocks, type Found, type Line, matchLine, spanOf } from "./plain-lines";
import { ITEM, itemEnd, NUMBER_ITEM, RULE, readList } from "./plain-list";
import { readTable } from "./plain-table";

/** Beginnings of a paragraph, and of its other lines. No digit, because a list may begin with one. */
const PARAGRAPH = /(?:[\p{L}\p{N}("'“‘«„¿¡&@.,;/%!\\]|[*_](?=[^\s*_])|\*\*(?=[^\s*])|__(?=[^\s_])|`(?!``)|\[)/uy;
const HEADING = /(#{1,6}) (?=\S)(?!#)/y;
const FENCE = /(`{3,}|~{3,})([^\r\n`~\\&]*)(?=[\r\n]|$)/y;
const FRONT_MATTER = /^(?:-{3}|\+{3})/;
const DEFINITION =
  /\[((?!\^)[^[\]\\&\r\n]{1,999})\]: +([^\s<>()\\&\0]+)(?: +(?:"([^"\\&\r\n\0]*)"|'([^'\\&\r\n\0]*)'))?(?=[\r\n]|$)/y;
const FOOTNOTE = /\[\^([^\s[\]\\&]{1,999})\]: {1,4}(?=[^\s])/y;
const FOOTNOTE_INDENT = 4;
const MDX_CODE = /^(?:import|export) /;
/** The underline of a heading. */
const UNDERLINE = /(?:=+|-+)(?=[\r\n]|$)/y;
const TRAILING_SPACE = /[ \t]$/;

/**
 * The blocks of a text of paragraphs, headings, lists, quotes, tables, rules and fenced code in their usual spelling,
 * with plain inline content; undefined for other texts. The parser's result is equal, except for lines and columns, but
 * takes about ten times as long. Linear. The text, from `start` to `end` of `source`, has no tabs.
 */
export function plainBlocks(
  source: string,
  start: number,
  end: number,
  labels: Labels,
  mdx = false,
): RootContent[] | undefined {
  if (start === 0 && FRONT_MATTER.test(source)) return;
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const next = source.indexOf("\n", at);
    const lineEnd = next < 0 || next > end ? end : next;
    lines.push({ start: at, end: source[lineEnd - 1] === "\r" && lineEnd > at ? lineEnd - 1 : lineEnd });
    at = lineEnd + 1;
  }
  return new BlockReader(source, labels, mdx).read(lines)?.blocks;
}

/** Nesting of lists and quotes. */
const MAX_DEPTH = 20;

class BlockReader implements BlockContext {
  readonly source: string;
  readonly #labels: Labels;
  readonly #mdx: boolean;
  #depth = 0;
  #quotes = 0;

  constructor(source: string, labels: Labels, mdx: boolean) {
    this.source = source;
    this.#mdx = mdx;
    this.#labels = labels;
  }

  read(lines: readonly Line[]): Blocks | undefined {
    if (this.#depth > MAX_DEPTH) return;
    const blocks: Block[] = [];
    let isSpread = false;
    let wasBlank = false;
    for (let i = 0; i < lines.length; ) {
      const line = lines[i]!;
      if (line.start >= line.end) {
        wasBlank = true;
        i++;
        continue;
      }
      if (wasBlank && blocks.length > 0) isSpread = true;
      const found = this.#block(lines, i, wasBlank || blocks.length === 0 ? undefined : blocks.at(-1));
      if (!found) return;
      wasBlank = found.endsBlank ?? false;
      blocks.push(found.block);
      i = found.next;
    }
    return { blocks, isSpread };
  }

  #block(lines: readonly Line[], i: number, last: Block | undefined): Found | undefined {
    switch (this.source[lines[i]!.start]) {
      case "<":
        return this.#mdx && this.#depth === 0 ? this.#tag(lines, i) : undefined;
      case "#":
        return this.#heading(lines, i);
      case ">":
        return this.#quote(lines, i);
      case "|":
        return last?.type === "paragraph" ? undefined : readTable(this, lines, i);
      case "~":
        return this.#fence(lines, i);
      case "`":
        return this.#fence(lines, i) ?? this.#paragraph(lines, i);
      case "-":
      case "*":
      case "_":
      case "+":
        return this.#rule(lines, i, last) ?? readList(this, lines, i, last) ?? this.#paragraph(lines, i);
      case "[":
        return this.#footnote(lines, i) ?? this.#definition(lines, i) ?? this.#paragraph(lines, i);
      default:
        return readList(this, lines, i, last) ?? this.#paragraph(lines, i);
    }
  }

  get isInQuote(): boolean {
    return this.#quotes > 0;
  }

  within(lines: readonly Line[]): Blocks | undefined {
    this.#depth++;
    const blocks = this.read(lines);
    this.#depth--;
    return blocks;
  }

  inline(start: number, end: number, indent = 0): PhrasingContent[] | undefined {
    // Braces may be expressions of MDX.
    if (this.#mdx && this.source.slice(start, end).includes("{")) return;
    return new InlineReader(this.source, start, this.#trimmedEnd(start, end), this.#labels, indent, this.#mdx).read();
  }

  #trimmedEnd(start: number, end: number): number {
    let at = end;
    while (at > start && this.source[at - 1] === " ") at--;
    return at;
  }

  #heading(lines: readonly Line[], i: number): Found | undefined {
    const line = lines[i]!;
    const [prefix, marks] = matchLine(this.source, HEADING, line) ?? [];
    if (prefix === undefined || this.source[this.#trimmedEnd(line.start, line.end) - 1] === "#") return;
    const children = this.inline(line.start + prefix.length, line.end);
    const depth = marks!.length as 1;
    return children && { block: { type: "heading", depth, children, position: spanOf(line) }, next: i + 1 };
  }

  /** A line with one tag of a component. */
  #tag(lines: readonly Line[], i: number): Found | undefined {
    const line = lines[i]!;
    const [whole, closing, opening, , selfClosing] = matchLine(this.source, FLOW_TAG, line) ?? [];
    if (whole?.length !== line.end - line.start) return;
    const attributes =
      closing === undefined ? attributesOf(this.source, line.start + 1 + opening!.length, line.end) : [];
    const kind = closing === undefined ? (selfClosing ? undefined : "open") : "close";
    const block = flowTag(closing ?? opening!, attributes, kind);
    block.position = spanOf(line);
    return { block, next: i + 1 };
  }

  #rule(lines: readonly Line[], i: number, last: Block | undefined): Found | undefined {
    const line = lines[i]!;
    // After a line of text, this line makes it a heading.
    if (last?.type === "paragraph" || matchLine(this.source, RULE, line)?.[0].length !== line.end - line.start) return;
    return { block: { type: "thematicBreak", position: spanOf(line) }, next: i + 1 };
  }

  #fence(lines: readonly Line[], i: number): Found | undefined {
    const [whole, fence, info] = matchLine(this.source, FENCE, lines[i]!) ?? [];
    if (whole === undefined || this.source[lines[i]!.end] === "\r") return;
    const [, lang, meta] = /^ *(\S*) *(.*)$/.exec(info!)!;
    const content: string[] = [];
    for (let at = i + 1; at < lines.length; at++) {
      const text = this.source.slice(lines[at]!.start, lines[at]!.end);
      if (this.#mdx && /^ {4,}(?:`{3}|~{3})/.test(text)) return;
      const isClosing = /^ {0,3}(?:`{3,}|~{3,})/.test(text) && text.trim() === fence![0]!.repeat(text.trim().length);
      if (!isClosing || text.trim().length < fence!.length) {
        content.push(text);
        continue;
      }
      if (TRAILING_SPACE.test(text)) return;
      const position = positionOf(lines[i]!.start, lines[at]!.end);
      const value = content.join("\n");
      return {
        block: { type: "code", lang: lang || null, meta: meta?.trimEnd() || null, value, position },
        next: at + 1,
      };
    }
    return;
  }

  #quote(lines: readonly Line[], i: number): Found | undefined {
    const inner: Line[] = [];
    let at = i;
    for (; at < lines.length && this.source[lines[at]!.start] === ">" && lines[at]!.start < lines[at]!.end; at++) {
      const { start, end } = lines[at]!;
      const isSpaced = start + 1 < end && this.source[start + 1] === " ";
      inner.push({ start: start + (isSpaced ? 2 : 1), end });
    }
    // A line of text could continue the paragraph before.
    const next = lines[at];
    if (next && next.start < next.end) return;
    const lastLine = lines[at - 1]!;
    if (inner[0]!.start === inner[0]!.end || inner.at(-1)!.start === lastLine.end) return;
    this.#quotes++;
    const children = this.within(inner)?.blocks;
    this.#quotes--;
    const position = positionOf(lines[i]!.start, lastLine.end);
    return children && { block: { type: "blockquote", children, position }, next: at };
  }

  /** Reads the definition of a link on one line, if a blank line or another definition follows. */
  #definition(lines: readonly Line[], i: number): Found | undefined {
    const [whole, label, url, double, single] = matchLine(this.source, DEFINITION, lines[i]!) ?? [];
    const next = lines[i + 1];
    const isEnd = !next || next.start >= next.end || matchLine(this.source, DEFINITION, next);
    if (whole?.length !== lines[i]!.end - lines[i]!.start || !label?.trim() || !isEnd) return;
    const identifier = normalizeLabel(label).toLowerCase();
    const title = double ?? single ?? null;
    return {
      block: { type: "definition", identifier, label, title, url: url!, position: spanOf(lines[i]!) },
      next: i + 1,
    };
  }

  /** Reads a footnote, whose content is indented from its second line on. */
  #footnote(lines: readonly Line[], i: number): Found | undefined {
    const [prefix, label] = matchLine(this.source, FOOTNOTE, lines[i]!) ?? [];
    const end = prefix === undefined || this.#depth > 0 ? undefined : itemEnd(this.source, lines, i, FOOTNOTE_INDENT);
    if (prefix === undefined || !end) return;
    const next = lines[end.next];
    // A line of text could continue the paragraph before.
    if (next && end.next === end.last + 1 && !matchLine(this.source, FOOTNOTE, next)) return;
    const inner = lines.slice(i, end.last + 1).map(({ start, end: lineEnd }, at) => ({
      start: Math.min(start + (at === 0 ? prefix.length : FOOTNOTE_INDENT), lineEnd),
      end: lineEnd,
    }));
    const children = this.within(inner)?.blocks;
    if (!children) return;
    const position = positionOf(lines[i]!.start, children.at(-1)!.position!.end.offset!);
    const identifier = normalizeLabel(label!).toLowerCase();
    return {
      block: { type: "footnoteDefinition", identifier, label: label!, children, position },
      next: end.next,
      endsBlank: end.next > end.last + 1,
    };
  }

  #paragraph(lines: readonly Line[], i: number): Found | undefined {
    const first = lines[i]!;
    let last = first;
    let prefix = 0;
    let at = i;
    for (; at < lines.length && lines[at]!.start < lines[at]!.end; at++) {
      const line = lines[at]!;
      const [underline] = at > i ? (matchLine(this.source, UNDERLINE, line) ?? []) : [];
      if (underline?.length === line.end - line.start) {
        const children = this.inline(first.start, last.end, prefix);
        const depth = underline.startsWith("=") ? 1 : 2;
        const position = positionOf(first.start, line.end);
        return children && { block: { type: "heading", depth, children, position }, next: at + 1 };
      }
      if (at > i && this.#interrupts(line)) break;
      if (!matchLine(this.source, PARAGRAPH, line) || matchLine(this.source, NUMBER_ITEM, line)) return;
      if (
        this.source[line.start] === "[" &&
        (at === i ? this.#mayDefine(lines, i) : this.source[line.start + 1] === "^")
      )
        return;
      if (at === i + 1) prefix = line.start - last.end - 1;
      else if (at > i && line.start - last.end - 1 !== prefix) return;
      last = line;
    }
    if (this.#mdx && MDX_CODE.test(this.source.slice(first.start, first.start + 7))) return;
    const children = this.inline(first.start, last.end, prefix);
    if (!children) return;
    const paragraph: Paragraph = { type: "paragraph", children, position: positionOf(first.start, last.end) };
    return { block: paragraph, next: at };
  }

  /** True if a line begins a heading, code or a list, which doesn't continue a paragraph. */
  #interrupts(line: Line): boolean {
    if (matchLine(this.source, HEADING, line)) return true;
    const [, sign, number] = matchLine(this.source, ITEM, line) ?? [];
    return sign !== undefined && (number === undefined || number === "1") && !matchLine(this.source, RULE, line);
  }

  /** Whether a definition may begin here that has more than one line. */
  #mayDefine(lines: readonly Line[], i: number): boolean {
    let at = i;
    while (at < lines.length && lines[at]!.start < lines[at]!.end) {
      const { start, end } = lines[at++]!;
      if (this.source.slice(start, end).includes("]:")) return true;
    }
    return false;
  }
}
