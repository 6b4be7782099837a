import type { Nodes, Root, RootContent } from "mdast";
import { normalizeLabel } from "./escape";
import { pairTags } from "./mdx-tags";
import { FOOTNOTE_START, openedBy, type Piece, PieceScanner } from "./pieces";
import { plainBlocks } from "./plain";
import type { Labels } from "./plain-inline";

const NO_LABELS: Labels = { links: new Set(), footnotes: new Set() };

export type ParseOptions = {
  readonly mdx?: boolean;
  /** Labels that other parts of the document define. */
  readonly labels?: Labels | undefined;
  /** Whether the text is only a part of a document, in which the tags of components need not match. */
  readonly isPart?: boolean;
};

type Parse = (text: string, options: ParseOptions) => Root;

/** Minimum characters of a part. The parser's costs grow faster than a document, with quotes quadratically. */
const MIN_PIECE_LENGTH = 500;

/** Starts of blocks at which the scanner of parts stops, because they may be within a list or HTML. */
const INDENTED_OPENING = /^ {1,3}(?:`{3}|~{3}|\${2}|<[!?spt])/im;
const OPENING_IN_HTML = /\n {0,3}(?:`{3}|~{3}|\${2}|<[!?spt])/i;

/**
 * The syntax tree of a document. Its parts are parsed after the labels of all of them are known; lines and columns are
 * not set. Plain blocks are read without the parser.
 */
export function parseDivided(source: string, mdx: boolean, parse: Parse): Root {
  const document = new DividedDocument(source, mdx, parse);
  const nodes = document.divide() ? document.parse() : undefined;
  const children = nodes && mdx ? pairTags(nodes) : nodes;
  return children ? { type: "root", children } : parse(source, { mdx });
}

type Part = Piece & {
  /** The part's blocks, if it has no brackets, which may refer to labels. */
  readonly nodes?: readonly RootContent[] | undefined;
};

class DividedDocument {
  readonly #source: string;
  readonly #mdx: boolean;
  readonly #parse: Parse;
  readonly #parts: Part[] = [];
  readonly #labels = { links: new Set<string>(), footnotes: new Set<string>() };

  constructor(source: string, mdx: boolean, parse: Parse) {
    this.#source = source;
    this.#mdx = mdx;
    this.#parse = parse;
  }

  /** Finds the parts and their definitions; false if the end of a part can't be found. */
  divide(): boolean {
    const scanner = new PieceScanner(this.#source, this.#mdx);
    /** Parts of MDX that need the parser, which is faster with several parts at once. */
    let waiting: Piece | undefined;
    for (let piece = scanner.next(); piece; piece = scanner.next()) {
      if (!this.#mdx) {
        const text = this.#source.slice(piece.start, piece.end);
        if (!mayStayOpen(text) && !text.includes("]:")) this.#parts.push(piece);
        else if (!this.#check(piece, scanner)) return false;
        continue;
      }
      const nodes = this.#plain(piece, NO_LABELS);
      if (!nodes) waiting = { start: waiting?.start ?? piece.start, end: piece.end };
      if (waiting && (nodes || waiting.end - waiting.start >= MIN_PIECE_LENGTH)) {
        if (!this.#check(waiting, scanner)) return false;
        waiting = undefined;
      }
      // A waiting part may have been extended beyond this one.
      if (nodes && this.#parts.at(-1)?.end !== scanner.at) this.#add(piece, nodes);
    }
    return !waiting || this.#check(waiting, scanner);
  }

  /** Parses a part, extends it to the end of the block that is open at its end, and records what it defines. */
  #check(piece: Piece, scanner: PieceScanner): boolean {
    let { end } = piece;
    let nodes = (this.#mdx ? undefined : this.#plain(piece, NO_LABELS)) ?? this.#parsePiece(piece, NO_LABELS);
    for (let more = 1; !Array.isArray(nodes); more *= 2) {
      if (end === this.#source.length) return false;
      if (nodes.open !== undefined) {
        const open = openedBy(nodes.open, this.#mdx);
        if (!open) return false;
        // The scanner may not have reached the next part yet.
        if (scanner.at === end) scanner.resume(open);
      }
      end = scanner.at === end ? scanner.skip(nodes.open === undefined ? more : 1) : scanner.at;
      nodes = this.#parsePiece({ start: piece.start, end }, NO_LABELS);
    }
    this.#add({ start: piece.start, end }, nodes);
    return true;
  }

  #add(piece: Piece, nodes: readonly RootContent[]): void {
    this.#define(nodes);
    const isFinal = this.#mdx && !this.#source.slice(piece.start, piece.end).includes("[");
    this.#parts.push(isFinal ? { ...piece, nodes } : piece);
  }

  parse(): RootContent[] | undefined {
    const children: RootContent[] = [];
    /** Start of the text that is not parsed yet. */
    let rest = 0;
    const parseUntil = (end: number) => {
      const nodes = end > rest ? this.#parsePiece({ start: rest, end }, this.#labels) : [];
      if (!Array.isArray(nodes)) return false;
      for (const node of nodes) children.push(node);
      rest = end;
      return true;
    };
    for (const part of this.#parts) {
      const nodes = part.nodes ?? this.#plain(part, this.#labels);
      if (nodes) {
        if (!parseUntil(part.start)) return;
        for (const node of nodes) children.push(node);
        rest = part.end;
      } else if (part.end - rest >= MIN_PIECE_LENGTH && !parseUntil(part.end)) return;
    }
    return parseUntil(this.#source.length) ? children : undefined;
  }

  #plain({ start, end }: Piece, labels: Labels): RootContent[] | undefined {
    return plainBlocks(this.#source, start, end, labels, this.#mdx);
  }

  /**
   * The blocks of a part, or the first line of the block that is still open at its end; no line for MDX code that does
   * not end in it.
   */
  #parsePiece({ start, end }: Piece, labels: Labels): RootContent[] | { readonly open?: string } {
    const text = this.#source.slice(start, end);
    const isLast = end === this.#source.length;
    // Only an open block continues on a line that could begin a block.
    const next = isLast ? "" : this.#beginningAt(end);
    const children = this.#blocks(text + next, namedIn(text, labels));
    if (!children) return {};
    const last = isLast ? undefined : children.pop();
    if (last && (!BEGUN.has(last.type) || last.position?.start.offset !== text.length))
      return { open: text.slice(last.position?.start.offset).split("\n", 1)[0]! };
    for (const node of children) moveBy(node, start);
    return children;
  }

  #blocks(text: string, labels: Labels): RootContent[] | undefined {
    try {
      return this.#parse(text, { mdx: this.#mdx, labels, isPart: true }).children;
    } catch (error) {
      if (this.#mdx && !(error instanceof RangeError)) return;
      throw error;
    }
  }

  #beginningAt(at: number): string {
    if (this.#source[at] === ">") return ">";
    return FOOTNOTE_START.test(this.#source.slice(at, at + 1_010)) ? `[^\u{e000}]:` : "#";
  }

  #define(nodes: readonly Nodes[]): void {
    const waiting = [...nodes];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.type === "definition") this.#labels.links.add(normalizeLabel(node.identifier));
      if (node.type === "footnoteDefinition") this.#labels.footnotes.add(normalizeLabel(node.identifier));
      if ("children" in node) waiting.push(...node.children);
    }
  }
}

function mayStayOpen(text: string): boolean {
  const html = text.search(/^ {0,3}</m);
  return INDENTED_OPENING.test(text) || (html >= 0 && OPENING_IN_HTML.test(text.slice(html)));
}

/** Types of blocks that the parser can report for the line where a part ends. */
const BEGUN: ReadonlySet<string> = new Set(["heading", "blockquote", "footnoteDefinition"]);

const LABEL = /\[((?:[^[\]\\]|\\.){1,2000})\]/gs;

/** Labels that a text may refer to. For each bracket the parser searches all labels, so others are left out. */
function namedIn(text: string, labels: Labels): Labels {
  if (labels.links.size === 0 && labels.footnotes.size === 0) return labels;
  const links = new Set<string>();
  const footnotes = new Set<string>();
  for (const [, written] of text.matchAll(LABEL)) {
    // Quotes have a mark at the start of each line.
    if (/\n[ \t]*>/.test(written!)) return labels;
    const label = normalizeLabel(written!);
    if (labels.links.has(label)) links.add(label);
    if (label.startsWith("^") && labels.footnotes.has(label.slice(1))) footnotes.add(label.slice(1));
  }
  return { links, footnotes };
}

/** Moves the offsets of a node and its descendants; lines are not used. */
function moveBy(top: Nodes, offset: number): void {
  const waiting: Nodes[] = [top];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    movePosition(node, offset);
    if ("attributes" in node) for (const attribute of node.attributes) movePosition(attribute, offset);
    if ("children" in node) waiting.push(...node.children);
  }
}

function movePosition({ position }: Pick<Nodes, "position">, offset: number): void {
  for (const point of [position?.start, position?.end]) if (point) point.offset! += offset;
}
