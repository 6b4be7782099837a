import type { Nodes, Root } from "mdast";
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
    const [first, ...others] = mdx ? [source] : independentPieces(source);
    const root = parse(first!);
    let offset = first!.length;
    for (const piece of others) {
      for (const node of parse(piece).children) {
        moveBy(node, offset);
        root.children.push(node);
      }
      offset += piece.length;
    }
    return root;
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

/** Characters of a piece: the parser's time and memory grow faster than a long document, mostly for collecting garbage. */
const PIECE_LENGTH = 4_000;
/** Blocks that run over blank lines, and definitions, which are in force everywhere. Labels have at most 999 characters. */
const FAR_REACHING = /^[ \t>*+\-\d.)]*(?:`{3}|~{3}|\$\$|<|\[(?:[^\]\\]|\\[\s\S]){0,999}\]:)/m;
/** A letter at the start of a line after a blank line begins a paragraph outside any list and quote. */
const PARAGRAPH_START = /\n[ \t]*\n(?=\p{L})/gu;

/** Pieces that mean the same alone as in the document; a single one unless all of it is plain. */
function independentPieces(source: string): string[] {
  const isShort = source.length <= 2 * PIECE_LENGTH;
  if (isShort || /^(?:-{3}|\+{3})|\r/.test(source) || FAR_REACHING.test(source)) return [source];
  const pieces: string[] = [];
  let start = 0;
  for (const { index, 0: gap } of source.matchAll(PARAGRAPH_START)) {
    const end = index + gap.length;
    if (end - start < PIECE_LENGTH) continue;
    pieces.push(source.slice(start, end));
    start = end;
  }
  return [...pieces, source.slice(start)];
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
