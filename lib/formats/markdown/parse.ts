import type { Root } from "mdast";
import { fromMarkdown, type Handle, type Options } from "mdast-util-from-markdown";
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
import { type ParseOptions, parseDivided } from "./divided";
import { unpairedTags } from "./mdx-tags";
import type { Labels } from "./plain-inline";

/** Maximum characters of a document; prose takes about 5 ms per kilobyte. */
const MAX_LENGTH = 2_000_000;
const MAX_QUOTES = 200;
const MAX_INDENT = 400;
const MAX_BACKTICKS = 100;
const MAX_BRACKETS = 100;

/**
 * The syntax tree of a Markdown document with GitHub's extensions, front matter and formulas, or of MDX if `mdx`.
 * Throws {@link UnreadableFile} for content that would take the parser minutes and that no author would write.
 */
export function parseMarkdown(source: string, mdx: boolean): Root {
  refuseHostile(source);
  try {
    return isDivisible(source) ? parseDivided(source, mdx, parseWhole) : parseWhole(source, { mdx });
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

const FRONT = ["yaml", "toml"] as const;

type Extension = NonNullable<Options["extensions"]>[number];

/** The syntax tree of a text that is parsed as a whole. */
export function parseWhole(text: string, { mdx = false, labels, isPart = false }: ParseOptions): Root {
  return fromMarkdown(text, {
    extensions: [
      gfm(),
      frontmatter([...FRONT]),
      math(),
      ...(mdx ? [mdxjs()] : []),
      ...(labels ? [definedElsewhere(labels)] : []),
    ],
    mdastExtensions: [
      gfmFromMarkdown(),
      { exit: { taskListCheckValueChecked: checkItem(true), taskListCheckValueUnchecked: checkItem(false) } },
      frontmatterFromMarkdown([...FRONT]),
      mathFromMarkdown(),
      ...(mdx ? [mdxFromMarkdown()] : []),
      ...(mdx && isPart ? [unpairedTags] : []),
    ],
  });
}

/** A check box after an empty item starts a paragraph, which the library mistakes for an item. */
function checkItem(checked: boolean): Handle {
  return function () {
    const item = this.stack.at(-2);
    if (item?.type === "listItem") item.checked = checked;
  };
}

/** Gives labels to the parser before it reads the first line. */
function definedElsewhere({ links, footnotes }: Labels): Extension {
  let isDone = false;
  return {
    document: {
      null: {
        tokenize(_, __, nok) {
          if (!isDone) {
            isDone = true;
            this.parser.defined.push(...links);
            this.parser.gfmFootnotes = [...footnotes];
          }
          return nok;
        },
      },
    },
  };
}

/** Minimum characters of a document that is parsed in parts. */
const MIN_DIVIDED_LENGTH = 8_000;

function isDivisible(source: string): boolean {
  return source.length > MIN_DIVIDED_LENGTH && !/\0|\r(?!\n)|^\ufeff/.test(source);
}

/** Line in a VFileMessage: its position is a point, a range, or only in its text. */
function lineOf(error: unknown): number | undefined {
  const { place, reason } = error as { place?: { line?: number; start?: { line?: number } }; reason?: string };
  const said = /\((\d{1,9}):\d/.exec(reason ?? "")?.[1];
  return place?.line ?? place?.start?.line ?? (said === undefined ? undefined : Number(said));
}

function refuseHostile(source: string): void {
  if (source.length > MAX_LENGTH) {
    throw new UnreadableFile("too_complex", "The Markdown document has more than 2 million characters. Split it.");
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
      throw new UnreadableFile("hostile", "The document nests quotes, lists, code or brackets too deeply.");
    }
  }
}

/**
 * Nesting depth of square brackets: at each closing bracket the parser walks back over all pairs inside. Unclosed
 * brackets, as in terminal output, do not count.
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

/** Number of quote marks at the start of a line, ignoring list marks and spaces between them. */
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
