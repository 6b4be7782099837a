import type { Heading, List, Paragraph, PhrasingContent, RootContent } from "mdast";
import { linesOf } from "@/lib/formats/lines";

/** A heading, a list item or neither, then what begins neither another block nor a check box. */
const LINE = /^(?:(#{1,6}) |(-) (?!\[[ x]))?(?=[\p{L}[`*](?!\s))(?!.*\s$)/iu;

/** Characters that have no meaning in Markdown among letters; `//` and `www` begin addresses. */
const WORDS = /(?:(?!www|\/\/)[\p{L}\p{M}\p{N} ,.;:?'"()%+/‘’“”–—…-])+/iuy;
const LINK_END = /\]\(([\w.:/?=#%,;~@+-]+)\)/y;
/** Brackets that are no link, as long as the document defines none. */
const BRACKET = /\[(?!\^)|\](?!\()/y;
const CODE = /`([^`\s\p{C}](?:[^`\p{C}\p{Z}]| (?! *`))*)`(?!`)/uy;
const EMPHASIS = /(\*\*?)(?=[\p{L}\p{N}])/uy;
const EMPHASIS_END = /(?<=[\p{L}\p{N}])\*\*?(?!\*)/uy;

/**
 * The blocks of a text that consists of words, inline links, code and emphasis in paragraphs, headings and tight lists of
 * one line each; undefined for everything else. Equal to what the parser finds, which takes some ten times as long, but
 * for lines and columns. `offset` is the place of the text in its document, which has no definitions.
 */
export function plainBlocks(text: string, offset: number): RootContent[] | undefined {
  const blocks: (Heading | List | Paragraph)[] = [];
  let isAfterBlank = true;
  for (const { start, end, text: line } of linesOf(text)) {
    if (line === "") {
      isAfterBlank = true;
      continue;
    }
    const [prefix, heading, item] = LINE.exec(line) ?? [];
    const children = prefix === undefined ? undefined : new InlineReader(line, offset + start).read(prefix.length);
    if (prefix === undefined || !children) return;
    const position = positionOf(offset + start, offset + end);
    const inner = positionOf(offset + start + prefix.length, offset + end);
    const paragraph: Paragraph = { type: "paragraph", children, position: inner };
    const last = blocks.at(-1);
    if (heading) blocks.push({ type: "heading", depth: heading.length as Heading["depth"], children, position });
    else if (item) {
      const items: List["children"] = [
        { type: "listItem", spread: false, checked: null, children: [paragraph], position },
      ];
      if (last?.type !== "list")
        blocks.push({ type: "list", ordered: false, start: null, spread: false, children: items, position });
      else if (isAfterBlank) return;
      else {
        last.children.push(...items);
        last.position = positionOf(last.position!.start.offset!, offset + end);
      }
    } else if (isAfterBlank || last?.type === "heading") blocks.push(paragraph);
    else return;
    isAfterBlank = false;
  }
  return blocks;
}

/** Reads the content of a line from left to right. */
class InlineReader {
  readonly #line: string;
  readonly #offset: number;
  readonly #children: PhrasingContent[] = [];
  #at = 0;

  constructor(line: string, offset: number) {
    this.#line = line;
    this.#offset = offset;
  }

  /** Undefined if anything but what is plain is found. */
  read(from: number): PhrasingContent[] | undefined {
    this.#at = from;
    while (this.#at < this.#line.length) if (!this.#next()) return;
    return this.#children;
  }

  #next(): boolean {
    const start = this.#at;
    const code = this.#match(CODE)?.[1];
    if (code !== undefined) return this.#push({ type: "inlineCode", value: code }, start);
    const link = this.#line[start] === "[" ? this.#enclosed(1, LINK_END) : undefined;
    if (link) return this.#push({ type: "link", title: null, url: link.close[1]!, children: link.children }, start);
    const mark = this.#match(EMPHASIS)?.[1];
    if (mark) {
      this.#at = start;
      const emphasis = this.#enclosed(mark.length, EMPHASIS_END);
      if (emphasis?.close[0] !== mark) return false;
      const type = mark === "*" ? "emphasis" : "strong";
      return this.#push({ type, children: emphasis.children }, start);
    }
    const words = (this.#match(WORDS) ?? this.#match(BRACKET))?.[0];
    if (words === undefined) return false;
    const last = this.#children.at(-1);
    if (last?.type !== "text") return this.#push({ type: "text", value: words }, start);
    last.value += words;
    last.position = positionOf(last.position!.start.offset!, this.#offset + this.#at);
    return true;
  }

  /** Words between a mark of this length and its end; undefined, and nothing read, if there are none. */
  #enclosed(length: number, end: RegExp) {
    const start = this.#at;
    this.#at += length;
    const inner = this.#at;
    const value = this.#match(WORDS)?.[0];
    const position = positionOf(this.#offset + inner, this.#offset + this.#at);
    const close = value === undefined ? undefined : this.#match(end);
    if (value !== undefined && close) return { children: [{ type: "text" as const, value, position }], close };
    this.#at = start;
  }

  #match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at;
    const match = sticky.exec(this.#line) ?? undefined;
    if (match) this.#at = sticky.lastIndex;
    return match;
  }

  #push(node: PhrasingContent, start: number): true {
    this.#children.push({ ...node, position: positionOf(this.#offset + start, this.#offset + this.#at) });
    return true;
  }
}

function positionOf(start: number, end: number) {
  return { start: { line: 1, column: 1, offset: start }, end: { line: 1, column: 1, offset: end } };
}
