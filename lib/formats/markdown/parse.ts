import type { Nodes, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { mdxjs } from "micromark-extension-mdxjs";
import { UnreadableFile } from "@/lib/formats/format";
import { linesOf } from "@/lib/formats/lines";
import { plainBlocks } from "./plain";

/** Prose takes about 5 ms per kilobyte. */
const MAX_LENGTH = 2_000_000;
const MAX_QUOTES = 200;
const MAX_INDENT = 400;
const MAX_BACKTICKS = 100;
const MAX_BRACKETS = 100;

/**
 * The syntax tree of a Markdown document with GitHub's extensions, front matter and formulas, or of MDX if `mdx`.
 * Throws {@link UnreadableFile} for content that would take the parser minutes and that no author writes.
 */
export function parseMarkdown(source: string, mdx: boolean): Root {
  refuseHostile(source);
  const front = ["yaml", "toml"] as const;
  const parse = (text: string) =>
    fromMarkdown(text, {
      extensions: [gfm(), frontmatter([...front]), math(), ...(mdx ? [mdxjs()] : [])],
      mdastExtensions: [
        gfmFromMarkdown(),
        frontmatterFromMarkdown([...front]),
        mathFromMarkdown(),
        ...(mdx ? [mdxFromMarkdown()] : []),
      ],
    });
  try {
    return mdx || !isDivisible(source) ? parse(source) : parsePieces(source, (piece) => parse(piece).children);
  } catch (error) {
    if (error instanceof RangeError) {
      throw new UnreadableFile("too_complex", "The document nests quotes, lists or emphasis too deeply.", {
        cause: error,
      });
    }
    const line = lineOf(error);
    const where = line === undefined ? "" : ` (line ${line})`;
    throw new UnreadableFile("corrupt", `The document is not valid ${mdx ? "MDX" : "Markdown"}${where}.`, {
      cause: error,
    });
  }
}

/** Characters from which on a document is divided. */
const MIN_DIVIDED_LENGTH = 8_000;
/** Characters of a piece: the parser's time and memory grow faster than a long document, with quotes quadratically. */
const PIECE_LENGTH = 500;
/** Blocks that run over blank lines, and definitions, which are in force everywhere. Labels have at most 999 characters. */
const FAR_REACHING = /^[ \t>*+\-\d.)]*(?:`{3}|~{3}|\$\$|<|\[(?:[^\]\\]|\\[\s\S]){0,999}\]:)/m;
/** After a blank line such a start begins a block of its own: only indented lines and list items continue another. */
const BLOCK_START = /\n[ \t]*\n(?=[^\s*+\-\d]|\*[^\s*])/g;

/** Whether a document is long, and each part from one block's start to another means the same alone. */
function isDivisible(source: string): boolean {
  return source.length > MIN_DIVIDED_LENGTH && !/^(?:-{3}|\+{3})|\r/.test(source) && !FAR_REACHING.test(source);
}

/** Parses plain blocks at once, and others in pieces. */
function parsePieces(source: string, parse: (piece: string) => RootContent[]): Root {
  const children: RootContent[] = [];
  /** Start of what is not parsed yet. */
  let rest = 0;
  const parseUntil = (end: number) => {
    if (end === rest) return;
    for (const node of parse(source.slice(rest, end))) {
      moveBy(node, rest);
      children.push(node);
    }
    rest = end;
  };
  let start = 0;
  const ends = Array.from(source.matchAll(BLOCK_START), ({ index, 0: gap }) => index + gap.length);
  for (const end of [...ends, source.length]) {
    const plain = plainBlocks(source.slice(start, end), start);
    if (plain) {
      parseUntil(start);
      for (const node of plain) children.push(node);
      rest = end;
    } else if (end - rest >= PIECE_LENGTH) parseUntil(end);
    start = end;
  }
  parseUntil(source.length);
  return { type: "root", children };
}

/** Moves the offsets of a node and of all within it; its lines are not used. */
function moveBy(top: Nodes, offset: number): void {
  const waiting: Nodes[] = [top];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const point of [node.position?.start, node.position?.end]) if (point) point.offset! += offset;
    if ("children" in node) waiting.push(...node.children);
  }
}

/** Line of a VFileMessage: its position is a point, a range, or only in its text. */
function lineOf(error: unknown): number | undefined {
  const { place, reason } = error as { place?: { line?: number; start?: { line?: number } }; reason?: string };
  const said = /\((\d{1,9}):\d/.exec(reason ?? "")?.[1];
  return place?.line ?? place?.start?.line ?? (said === undefined ? undefined : Number(said));
}

function refuseHostile(source: string): void {
  if (source.length > MAX_LENGTH) {
    throw new UnreadableFile("too_complex", "Markdown of more than 2 million characters is not taken. Split it.");
  }
  const brackets = new BracketNesting();
  for (const { text } of linesOf(source)) {
    const isNested = brackets.addLine(text) > MAX_BRACKETS;
    if (!isNested && (text.length <= MAX_BACKTICKS || text.trim() === "")) continue;
    if (
      isNested ||
      count(text, ">") > MAX_QUOTES ||
      indent(text) > MAX_INDENT ||
      text.includes("`".repeat(MAX_BACKTICKS + 1))
    ) {
      throw new UnreadableFile(
        "hostile",
        "The document nests quotes, lists, code or brackets deeper than any reader would follow.",
      );
    }
  }
}

/**
 * Nesting depth of square brackets: at each closing one the parser walks back over all pairs inside. Unclosed brackets,
 * as in terminal output, do not count.
 */
class BracketNesting {
  /** For each open bracket, the depth of the pairs inside so far. */
  readonly #open: number[] = [];

  /** The depth of the deepest pair that ends in this line. */
  addLine(text: string): number {
    let deepest = 0;
    if (text.trim() === "") this.#open.length = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at];
      if (character === "\\") at++;
      else if (character === "[") this.#open.push(0);
      else if (character === "]" && this.#open.length > 0) {
        const depth = this.#open.pop()! + 1;
        deepest = Math.max(deepest, depth);
        const around = this.#open.length - 1;
        if (around >= 0) this.#open[around] = Math.max(this.#open[around]!, depth);
      }
    }
    return deepest;
  }
}

/** Quote marks at the start of a line, ignoring list marks and spaces between them. */
function count(text: string, mark: string): number {
  let found = 0;
  for (const character of text) {
    if (character === mark) found++;
    else if (!" \t*+-".includes(character)) break;
  }
  return found;
}

function indent(text: string): number {
  let at = 0;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}
