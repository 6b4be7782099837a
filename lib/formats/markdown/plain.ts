import type {
  BlockContent,
  DefinitionContent,
  List,
  ListItem,
  Paragraph,
  PhrasingContent,
  RootContent,
  Table,
  TableRow,
} from "mdast";
import { positionOf } from "./emphasis";
import { normalizeLabel } from "./escape";
import { InlineReader, type Labels } from "./plain-inline";

/** A line without the prefixes of the lists and quotes that contain it. Offsets. */
type Line = { readonly start: number; readonly end: number };

/** Beginnings of a paragraph, and of its other lines: no digit, because a list may begin with one. */
const PARAGRAPH = /(?:[\p{L}\p{N}("'“‘«„¿¡&@.,;/%!\\]|[*_](?=[^\s*_])|\*\*(?=[^\s*])|__(?=[^\s_])|`(?!``)|\[)/uy;
const RULE = /(?:(?:-[ ]*){3,}|(?:\*[ ]*){3,}|(?:_[ ]*){3,})(?=[\r\n]|$)/y;
const HEADING = /(#{1,6}) (?=\S)(?!#)/y;
const FENCE = /(`{3,}|~{3,})([^\r\n`~\\&]*)(?=[\r\n]|$)/y;
const ITEM = /([-*+]|(\d{1,9})([.)]))( {1,4})(?=[^\s])/y;
const CHECK = /\[([ xX])\]\s/y;
const NUMBER_ITEM = /\d{1,9}[.)](?=\s|$)/y;
const FRONT_MATTER = /^(?:-{3}|\+{3})/;
const DELIMITER_ROW = /\|(?: *:?-+:? *\|)+(?=[\r\n]|$)/y;
const DEFINITION =
  /\[((?!\^)[^[\]\\&\r\n]{1,999})\]: +([^\s<>()\\&\0]+)(?: +(?:"([^"\\&\r\n\0]*)"|'([^'\\&\r\n\0]*)'))?(?=[\r\n]|$)/y;
const FOOTNOTE = /\[\^([^\s[\]\\&]{1,999})\]: {1,4}(?=[^\s])/y;
const FOOTNOTE_INDENT = 4;
const TRAILING_SPACE = /[ \t]$/;

/**
 * The blocks of a text that consists of paragraphs, headings, lists, quotes, tables, rules and fenced code in their usual
 * spelling, with plain inline content; undefined for everything else. Equal to what the parser finds, which takes some ten
 * times as long, but for lines and columns. Linear. The text is that from `start` to `end` of `source`, without tabs.
 */
export function plainBlocks(source: string, start: number, end: number, labels: Labels): RootContent[] | undefined {
  if (start === 0 && FRONT_MATTER.test(source)) return;
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const next = source.indexOf("\n", at);
    const lineEnd = next < 0 || next > end ? end : next;
    lines.push({ start: at, end: source[lineEnd - 1] === "\r" && lineEnd > at ? lineEnd - 1 : lineEnd });
    at = lineEnd + 1;
  }
  return new BlockReader(source, labels).read(lines)?.blocks;
}

type Block = BlockContent | DefinitionContent;

type Blocks = {
  readonly blocks: Block[];
  /** Whether blank lines separate two of them. */
  readonly isSpread: boolean;
};

/** Lists and quotes within each other. */
const MAX_DEPTH = 20;

class BlockReader {
  readonly #source: string;
  readonly #labels: Labels;
  #depth = 0;
  #quotes = 0;

  constructor(source: string, labels: Labels) {
    this.#source = source;
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
    switch (this.#source[lines[i]!.start]) {
      case "#":
        return this.#heading(lines, i);
      case ">":
        return this.#quote(lines, i);
      case "|":
        return last?.type === "paragraph" ? undefined : this.#table(lines, i);
      case "~":
        return this.#fence(lines, i);
      case "`":
        return this.#fence(lines, i) ?? this.#paragraph(lines, i);
      case "-":
      case "*":
      case "_":
      case "+":
        return this.#rule(lines, i, last) ?? this.#list(lines, i, last) ?? this.#paragraph(lines, i);
      case "[":
        return this.#footnote(lines, i) ?? this.#definition(lines, i) ?? this.#paragraph(lines, i);
      default:
        return this.#list(lines, i, last) ?? this.#paragraph(lines, i);
    }
  }

  #match(sticky: RegExp, { start, end }: Line): RegExpExecArray | undefined {
    sticky.lastIndex = start;
    const match = sticky.exec(this.#source) ?? undefined;
    return match && sticky.lastIndex <= end ? match : undefined;
  }

  #inline(start: number, end: number, indent = 0): PhrasingContent[] | undefined {
    return new InlineReader(this.#source, start, this.#trimmedEnd(start, end), this.#labels, indent).read();
  }

  #trimmedEnd(start: number, end: number): number {
    let at = end;
    while (at > start && this.#source[at - 1] === " ") at--;
    return at;
  }

  #heading(lines: readonly Line[], i: number): Found | undefined {
    const line = lines[i]!;
    const [prefix, marks] = this.#match(HEADING, line) ?? [];
    if (prefix === undefined || this.#source[this.#trimmedEnd(line.start, line.end) - 1] === "#") return;
    const children = this.#inline(line.start + prefix.length, line.end);
    const depth = marks!.length as 1;
    return children && { block: { type: "heading", depth, children, position: spanOf(line) }, next: i + 1 };
  }

  #rule(lines: readonly Line[], i: number, last: Block | undefined): Found | undefined {
    const line = lines[i]!;
    // After a line of text it makes that a heading.
    if (last?.type === "paragraph" || this.#match(RULE, line)?.[0].length !== line.end - line.start) return;
    return { block: { type: "thematicBreak", position: spanOf(line) }, next: i + 1 };
  }

  #fence(lines: readonly Line[], i: number): Found | undefined {
    const [whole, fence, info] = this.#match(FENCE, lines[i]!) ?? [];
    if (whole === undefined || this.#source[lines[i]!.end] === "\r") return;
    const [, lang, meta] = /^ *(\S*) *(.*)$/.exec(info!)!;
    const content: string[] = [];
    for (let at = i + 1; at < lines.length; at++) {
      const text = this.#source.slice(lines[at]!.start, lines[at]!.end);
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
    for (; at < lines.length && this.#source[lines[at]!.start] === ">" && lines[at]!.start < lines[at]!.end; at++) {
      const { start, end } = lines[at]!;
      const isSpaced = start + 1 < end && this.#source[start + 1] === " ";
      inner.push({ start: start + (isSpaced ? 2 : 1), end });
    }
    // A line of text might continue the last paragraph.
    const next = lines[at];
    if (next && next.start < next.end) return;
    const lastLine = lines[at - 1]!;
    if (inner[0]!.start === inner[0]!.end || inner.at(-1)!.start === lastLine.end) return;
    this.#depth++;
    this.#quotes++;
    const children = this.read(inner)?.blocks;
    this.#quotes--;
    this.#depth--;
    const position = positionOf(lines[i]!.start, lastLine.end);
    return children && { block: { type: "blockquote", children, position }, next: at };
  }

  /** The definition of a link on one line, followed by a blank line or another one. */
  #definition(lines: readonly Line[], i: number): Found | undefined {
    const [whole, label, url, double, single] = this.#match(DEFINITION, lines[i]!) ?? [];
    const next = lines[i + 1];
    const isEnd = !next || next.start >= next.end || this.#match(DEFINITION, next);
    if (whole?.length !== lines[i]!.end - lines[i]!.start || !label?.trim() || !isEnd) return;
    const identifier = normalizeLabel(label).toLowerCase();
    const title = double ?? single ?? null;
    return {
      block: { type: "definition", identifier, label, title, url: url!, position: spanOf(lines[i]!) },
      next: i + 1,
    };
  }

  /** A footnote, whose content is indented from its second line on. */
  #footnote(lines: readonly Line[], i: number): Found | undefined {
    const [prefix, label] = this.#match(FOOTNOTE, lines[i]!) ?? [];
    const end = prefix === undefined || this.#depth > 0 ? undefined : this.#itemEnd(lines, i, FOOTNOTE_INDENT);
    if (prefix === undefined || !end) return;
    const next = lines[end.next];
    // A line of text might continue the last paragraph.
    if (next && end.next === end.last + 1 && !this.#match(FOOTNOTE, next)) return;
    const inner = lines.slice(i, end.last + 1).map(({ start, end: lineEnd }, at) => ({
      start: Math.min(start + (at === 0 ? prefix.length : FOOTNOTE_INDENT), lineEnd),
      end: lineEnd,
    }));
    this.#depth++;
    const children = this.read(inner)?.blocks;
    this.#depth--;
    if (!children) return;
    const position = positionOf(lines[i]!.start, children.at(-1)!.position!.end.offset!);
    const identifier = normalizeLabel(label!).toLowerCase();
    return {
      block: { type: "footnoteDefinition", identifier, label: label!, children, position },
      next: end.next,
      endsBlank: end.next > end.last + 1,
    };
  }

  /** A list, whose items begin with the same sign and have their content below that of their first line. */
  #list(lines: readonly Line[], i: number, last: Block | undefined): Found | undefined {
    const [marker, sign, number, stop] = this.#match(ITEM, lines[i]!) ?? [];
    if (sign === undefined) return;
    // In a list that interrupts a paragraph, the parser lets no list begin with another number than one.
    const { start: from, end } = lines[i]!;
    const content = { start: from + marker!.length, end };
    if (last?.type === "paragraph" && (this.#match(NUMBER_ITEM, content) || this.#match(ITEM, content))) return;
    const kind = stop ?? sign;
    const items: ListItem[] = [];
    let isSpread = false;
    let at = i;
    let endsBlank = false;
    while (at < lines.length) {
      const line = lines[at]!;
      const [prefix, itemSign, , itemStop] = this.#match(ITEM, line) ?? [];
      if (this.#match(RULE, line)) return;
      if (prefix === undefined || (itemStop ?? itemSign) !== kind) {
        if (endsBlank) break;
        return;
      }
      if (endsBlank) isSpread = true;
      const end = this.#itemEnd(lines, at, prefix.length);
      if (end === undefined) return;
      const item = this.#item(lines.slice(at, end.last + 1), prefix.length);
      if (!item) return;
      items.push(item);
      endsBlank = end.next > end.last + 1;
      at = end.next;
    }
    // In a quote, the parser counts the blank line after a list to it.
    if (this.#quotes > 0 && at < lines.length) return;
    const position = positionOf(lines[i]!.start, items.at(-1)!.position!.end.offset!);
    const start = number === undefined ? null : Number(number);
    const list: List = { type: "list", ordered: start !== null, start, spread: isSpread, children: items, position };
    return { block: list, next: at, endsBlank };
  }

  /** The last line of the item that begins at `first`, and the first line after it that is not blank. */
  #itemEnd(lines: readonly Line[], first: number, width: number): { last: number; next: number } | undefined {
    let last = first;
    for (let at = first + 1; at < lines.length; at++) {
      const { start, end } = lines[at]!;
      const indent = this.#indent(lines[at]!);
      if (start + indent >= end) {
        // White space alone.
        if (start < end) return;
      } else if (indent >= width) last = at;
      else if (indent > 0) return;
      else return { last, next: at };
    }
    return { last, next: lines.length };
  }

  #indent({ start, end }: Line): number {
    let at = start;
    while (at < end && this.#source[at] === " ") at++;
    return at - start;
  }

  #item(lines: readonly Line[], width: number): ListItem | undefined {
    const inner = lines.map(({ start, end }) => ({ start: Math.min(start + width, end), end }));
    const check = this.#match(CHECK, inner[0]!);
    if (check) inner[0] = { start: inner[0]!.start + check[0].length, end: inner[0]!.end };
    // Neither an empty item nor one that begins with code.
    if (/^\s?$/.test(this.#source.slice(inner[0]!.start, Math.min(inner[0]!.start + 1, inner[0]!.end)))) return;
    this.#depth++;
    const content = this.read(inner);
    this.#depth--;
    const first = content?.blocks[0];
    if (!content || (check && first?.type !== "paragraph")) return;
    // Only a text ends its check box.
    if (check && first?.type === "paragraph" && first.children[0]?.type !== "text")
      first.position!.start.offset! -= check[0].length;
    return {
      type: "listItem",
      spread: content.isSpread,
      checked: check ? check[1] !== " " : null,
      children: content.blocks,
      position: positionOf(lines[0]!.start, content.blocks.at(-1)!.position!.end.offset!),
    };
  }

  #table(lines: readonly Line[], i: number): Found | undefined {
    const row = lines[i + 1];
    if (!row || this.#match(DELIMITER_ROW, row)?.[0].length !== row.end - row.start) return;
    const align = this.#source
      .slice(row.start + 1, row.end - 1)
      .split("|")
      .map((cell) => {
        const [left, right] = [cell.trim().startsWith(":"), cell.trim().endsWith(":")];
        if (left) return right ? "center" : "left";
        return right ? "right" : null;
      });
    const rows: TableRow[] = [];
    let at = i;
    for (; at < lines.length && lines[at]!.start < lines[at]!.end; at++) {
      if (at === i + 1) continue;
      const cells = this.#row(lines[at]!);
      if (!cells || cells.children.length !== align.length) return;
      rows.push(cells);
    }
    const position = positionOf(lines[i]!.start, lines[at - 1]!.end);
    const table: Table = { type: "table", align, children: rows, position };
    return { block: table, next: at };
  }

  #row(line: Line): TableRow | undefined {
    const { start, end } = line;
    const text = this.#source.slice(start, end);
    if (!text.startsWith("|") || !text.endsWith("|") || text.length < 2 || text.includes("\\")) return;
    const children: TableRow["children"] = [];
    for (let from = 0; from < text.length - 1; ) {
      const to = text.indexOf("|", from + 1);
      let first = start + from + 1;
      const last = start + to;
      while (first < last && this.#source[first] === " ") first++;
      const content = this.#inline(first, last);
      if (!content) return;
      const isLast = to === text.length - 1;
      children.push({
        type: "tableCell",
        children: content,
        position: positionOf(start + from, start + to + (isLast ? 1 : 0)),
      });
      from = to;
    }
    return { type: "tableRow", children, position: spanOf(line) };
  }

  #paragraph(lines: readonly Line[], i: number): Found | undefined {
    const first = lines[i]!;
    let last = first;
    let prefix = 0;
    let at = i;
    for (; at < lines.length && lines[at]!.start < lines[at]!.end; at++) {
      const line = lines[at]!;
      if (at > i && this.#interrupts(line)) break;
      if (!this.#match(PARAGRAPH, line) || this.#match(NUMBER_ITEM, line)) return;
      if (
        this.#source[line.start] === "[" &&
        (at === i ? this.#mayDefine(lines, i) : this.#source[line.start + 1] === "^")
      )
        return;
      if (at === i + 1) prefix = line.start - last.end - 1;
      else if (at > i && line.start - last.end - 1 !== prefix) return;
      last = line;
    }
    const children = this.#inline(first.start, last.end, prefix);
    if (!children) return;
    const paragraph: Paragraph = { type: "paragraph", children, position: positionOf(first.start, last.end) };
    return { block: paragraph, next: at };
  }

  /** Whether a line begins a heading, code or a list, which a paragraph does not continue. */
  #interrupts(line: Line): boolean {
    if (this.#match(HEADING, line)) return true;
    const [, sign, number] = this.#match(ITEM, line) ?? [];
    return sign !== undefined && (number === undefined || number === "1") && !this.#match(RULE, line);
  }

  /** A definition may run over several lines. */
  #mayDefine(lines: readonly Line[], i: number): boolean {
    let at = i;
    while (at < lines.length && lines[at]!.start < lines[at]!.end) {
      const { start, end } = lines[at++]!;
      if (this.#source.slice(start, end).includes("]:")) return true;
    }
    return false;
  }
}

type Found = { readonly block: Block; readonly next: number; readonly endsBlank?: boolean };

function spanOf({ start, end }: Line) {
  return positionOf(start, end);
}
