import type { Nodes, Root } from "mdast";
import { decodeText, looksLikeText } from "@/lib/formats/encoding";
import {
  type DocumentPart,
  type Format,
  type FormatOptions,
  type FormatWarning,
  leftWarning,
  type OpenDocument,
} from "@/lib/formats/format";
import { frontMatter, KEYS_LEFT } from "@/lib/formats/front-matter";
import { buildSegment, type Piece, trimPieces } from "@/lib/formats/inline";
import type { Patch, Span } from "@/lib/formats/splice";
import { rangeSlot, type Slot, textDocument } from "@/lib/formats/text-document";
import { plainSegment, plainText } from "@/lib/text/segment";
import { anchorSpan, changedAnchors, headingText } from "./anchors";
import { type Argument, argumentsIn, spellArgument } from "./arguments";
import { blankDenseParagraphs } from "./dense";
import { maskDialects } from "./dialects";
import { type DrawnTable, drawnTable, tablesLeftWarning } from "./drawn-table";
import { type EscapeOptions, escapeMarkdown, normalizeLabel } from "./escape";
import { markdownHtmlSlots } from "./html";
import { inlineParts, type Nested, titleSpan } from "./inline";
import { jsxLeft, jsxSlots } from "./jsx";
import { keepLineBreaks } from "./line-breaks";
import { parseMarkdown } from "./parse";
import { spellMarkdown } from "./spell";
import { type MarkdownSource, PARAGRAPH_BREAK, unfilled } from "./text";

const PARTS: readonly DocumentPart[] = ["front_matter", "alt_text", "attributes"];

const TRANSLATES =
  "Headings, paragraphs, lists, tables, link texts and titles, alternative texts, embedded HTML, and the front matter texts that common site generators use, or those of the given keys.";

/** Markdown with GitHub's extensions, front matter and formulas. */
export const md: Format = {
  id: "md",
  name: "Markdown",
  extensions: ["md", "markdown", "mdown", "mkd", "qmd"],
  mediaTypes: ["text/markdown"],
  translates: TRANSLATES,
  leaves:
    "Code, formulas, URLs, labels of reference links, shortcodes except their titles, borderless tables with rows of several lines, and the rest of the front matter.",
  parts: PARTS,
  bilingual: ["stacked", "side"],
  options: ["keys"],
  matches: (bytes, extension) => md.extensions.includes(extension) && looksLikeText(bytes),
  open: (bytes, options) => openMarkdown(md, bytes, options),
};

/** Markdown with components. Titles and labels of unknown components are translated if `attributes` is included. */
export const mdx: Format = {
  id: "mdx",
  name: "MDX",
  extensions: ["mdx"],
  mediaTypes: ["text/mdx"],
  translates: `${TRANSLATES} Titles and labels of known components, or of all components on request.`,
  leaves:
    "Code, file trees, imports and exports, expressions, formulas, URLs, labels of reference links, and the rest of the front matter.",
  parts: PARTS,
  onRequest: ["attributes"],
  bilingual: ["stacked", "side"],
  options: ["keys"],
  matches: (bytes, extension) => mdx.extensions.includes(extension) && looksLikeText(bytes),
  open: (bytes, options) => openMarkdown(mdx, bytes, options),
};

async function openMarkdown(format: Format, bytes: Uint8Array, options: FormatOptions): Promise<OpenDocument> {
  const decoded = decodeText(bytes);
  const reader = new Reader(decoded.text, format.id === "mdx", options);
  return textDocument(format, { decoded, ...reader.read() });
}

/** Labels of unused definitions, by which authors write comments. */
const COMMENT_LABELS = new Set(["//", "comment"]);

const FRONT_MATTER = new Set<string>(["yaml", "toml"]);

class Reader {
  readonly #source: MarkdownSource;
  readonly #root: Root;
  readonly #mdx: boolean;
  readonly #parts: ReadonlySet<DocumentPart>;
  readonly #jsxAttributes: boolean;
  readonly #labels: ReadonlySet<string>;
  readonly #slots: Slot[] = [];
  /** Indices of slots that are whole headings. */
  readonly #headings: number[] = [];
  readonly #anchors: Span[] = [];
  readonly #options: FormatOptions;
  readonly #isCell: boolean;
  /** Drawn tables, and the index of the next one. */
  readonly #tables: readonly Span[];
  #nextTable = 0;
  #tablesLeft = 0;
  readonly #denseLeft: number;
  #keysLeft: readonly string[] = [];
  readonly #attributesLeft = new Set<string>();
  /** Parsed drawn tables, each with the index of its first slot. */
  readonly #drawn: { readonly table: DrawnTable; readonly first: number }[] = [];
  #declaredLanguage: string | undefined;
  #languageMarks: (target: string) => readonly Patch[] = () => [];

  /** `isCell`: the text is a cell, which has neither front matter nor tables. */
  constructor(text: string, isMdx: boolean, options: FormatOptions, isCell = false) {
    const { mask: dialects, tables, apart } = maskDialects(text, isMdx);
    const { mask, left } = blankDenseParagraphs(dialects, isMdx);
    this.#denseLeft = left;
    this.#isCell = isCell;
    // In MDX drawn tables stay unchanged, because their content need not be valid MDX.
    this.#tables = isCell || isMdx ? [] : tables;
    this.#options = options;
    this.#source = { text, mask, apart };
    this.#mdx = isMdx;
    this.#root = parseMarkdown(mask, isMdx);
    this.#parts = new Set(PARTS.filter((part) => !options.exclude?.includes(part)));
    this.#jsxAttributes = options.include?.includes("attributes") ?? false;
    this.#labels = new Set(
      [...nodesOf(this.#root)].flatMap((node) =>
        node.type === "definition" ? [normalizeLabel(node.label ?? node.identifier)] : [],
      ),
    );
  }

  read() {
    for (const node of nodesOf(this.#root)) this.#block(node);
    const marks = (target: string, texts: readonly string[]) => [
      ...this.#languageMarks(target),
      ...this.#anchorMarks(texts),
    ];
    const redraws = (target: string, texts: readonly string[]) =>
      this.#drawn.flatMap(({ table, first }) => table.redraw(texts.slice(first, first + table.slots.length), target));
    const warnings = [
      ...(this.#tablesLeft === 0 ? [] : [tablesLeftWarning(this.#tablesLeft)]),
      ...(this.#denseLeft === 0 ? [] : [denseWarning(this.#denseLeft)]),
      ...leftWarning(this.#keysLeft, KEYS_LEFT),
      ...leftWarning([...this.#attributesLeft], "Attributes that stayed as they are (include attributes)"),
    ];
    return { slots: this.#slots, declaredLanguage: this.#declaredLanguage, marks, redraws, warnings };
  }

  #block(node: Nodes): void {
    const span = {
      start: node.position?.start.offset ?? 0,
      end: node.position?.end.offset ?? this.#source.text.length,
    };
    if (FRONT_MATTER.has(node.type)) {
      if (!this.#isCell) this.#frontMatter(span);
      return;
    }
    switch (node.type) {
      case "paragraph":
      case "heading":
      case "tableCell": {
        const { pieces, nested } = inlineParts(node.children, span, this.#source);
        for (const text of nested) this.#nested(text);
        for (const argument of argumentsIn(pieces, span, this.#source)) this.#argument(argument);
        const first = this.#slots.length;
        for (const run of runsOf(pieces)) {
          this.#drawnTables(span.start, run[0]?.start ?? span.start);
          this.#run(run, node.type);
        }
        this.#drawnTables(span.start, span.end);
        if (node.type === "heading" && this.#slots.length === first + 1) this.#headings.push(first);
        return;
      }
      case "html":
        if (unindented(this.#source.mask.slice(span.start, span.end)) === unindented(node.value)) this.#html(span);
        return;
      case "definition": {
        if (COMMENT_LABELS.has(node.identifier)) return;
        this.#anchor(node.url, span);
        const title = titleSpan(node.title, span, this.#source);
        if (title && node.title) this.#nested({ type: "title", span: title, text: node.title, before: "", after: "" });
        return;
      }
      case "mdxJsxFlowElement":
        this.#nested({ type: "jsx", node });
    }
  }

  #frontMatter({ start, end }: Span): void {
    const raw = this.#source.text.slice(start, end);
    const { slots, language, marks, left } = frontMatter(raw, start, this.#options.keys);
    this.#keysLeft = this.#parts.has("front_matter") ? left : [];
    this.#declaredLanguage = language;
    this.#languageMarks = marks;
    if (this.#parts.has("front_matter")) this.#slots.push(...slots);
  }

  /** Reads drawn tables from `from` on that begin before `until`. Without a paragraph, a table is code. */
  #drawnTables(from: number, until: number): void {
    for (; (this.#tables[this.#nextTable]?.start ?? until) < until; this.#nextTable++) {
      const span = this.#tables[this.#nextTable]!;
      if (span.end <= from) continue;
      const read = (cell: string) => new Reader(cell, false, this.#options, true).read().slots;
      const table = drawnTable(this.#source.text, span, this.#labels, read);
      if (table) this.#drawn.push({ table, first: this.#slots.length });
      else this.#tablesLeft++;
      for (const slot of table?.slots ?? []) this.#slots.push(slot);
    }
  }

  #run(run: readonly Piece[], context: "paragraph" | "heading" | "tableCell"): void {
    const source = this.#source.text;
    const trimmed = trimPieces(run, source);
    if (!trimmed) return;
    const { start, end } = trimmed;
    const { segment, spelling } = buildSegment(trimmed);
    const lineStart =
      context === "paragraph" && /(?:^|[\r\n])[ \t>*+-]*$/.test(source.slice(Math.max(0, start - 200), start));
    const options = {
      ...this.#escaping(),
      lineStart,
      cell: context === "tableCell",
      namedSpace: source.slice(start, end).includes("&nbsp;"),
    };
    this.#slots.push({
      segment,
      rewrite: (text, target) => {
        const raw = spellMarkdown(text, spelling, source, options);
        const languages = { source: this.#options.source ?? "en", target };
        return [
          { start, end, raw: context === "paragraph" ? keepLineBreaks(raw, source, { start, end }, languages) : raw },
        ];
      },
      beside: (text, _, layout) => {
        // A heading is a single line.
        const between = layout === "side" || context === "heading" ? " / " : "<br />";
        const raw = spellMarkdown(text, spelling, source, { ...options, lineStart: false });
        return [{ start, end, raw: [{ start, end }, between, ...raw] }];
      },
    });
  }

  #nested(nested: Nested): void {
    if (nested.type === "tag") this.#html(nested.span);
    else if (nested.type === "address") this.#anchor(nested.url, nested.span);
    else if (nested.type === "jsx") {
      if (!this.#parts.has("attributes")) return;
      this.#slots.push(...jsxSlots(nested.node, this.#source.text, this.#jsxAttributes));
      for (const name of jsxLeft(nested.node, this.#jsxAttributes)) this.#attributesLeft.add(name);
    } else this.#string(nested);
  }

  #string(nested: Exclude<Nested, { type: "tag" | "jsx" | "address" }>): void {
    const { span, text, before, after } = nested;
    const content = unfilled(text, span, this.#source).trim().replace(/\s+/g, " ");
    if (!/\p{L}/u.test(content) || !this.#parts.has(nested.type === "alt" ? "alt_text" : "attributes")) return;
    const encode =
      nested.type === "alt"
        ? (plain: string) => this.#alt(plain)
        : (plain: string) => title(plain, this.#source.text[span.start - 1]!);
    this.#slots.push(
      rangeSlot(plainSegment(content), span.start, span.end, (encoded) => before + encode(plainText(encoded)) + after),
    );
  }

  #argument({ name, span, text, quote }: Argument): void {
    const content = text.trim().replace(/\s+/g, " ");
    if (!/\p{L}/u.test(content) || !this.#parts.has(name === "alt" ? "alt_text" : "attributes")) return;
    this.#slots.push(
      rangeSlot(plainSegment(content), span.start, span.end, (encoded) => spellArgument(plainText(encoded), quote)),
    );
  }

  #alt(plain: string): string {
    const options = { ...this.#escaping(), labels: new Set<string>() };
    return escapeMarkdown(plain, options, { lineStart: false, followed: true, linked: true });
  }

  #html(span: Span): void {
    this.#slots.push(...markdownHtmlSlots(this.#source.text, span, this.#parts));
  }

  #anchor(url: string, span: Span): void {
    const anchor = anchorSpan(this.#source.text, url, span);
    if (anchor) this.#anchors.push(anchor);
  }

  /** Changes links to headings of this document, which follow their translated headings. */
  #anchorMarks(texts: readonly string[]): Patch[] {
    if (this.#anchors.length === 0) return [];
    const changed = changedAnchors(
      this.#headings.map((index) => {
        const { segment } = this.#slots[index]!;
        return { before: headingText(segment), after: headingText(segment, texts[index]) };
      }),
      this.#source.text,
    );
    return this.#anchors.flatMap((span) => {
      const anchor = this.#source.text.slice(span.start, span.end);
      const now = changed.get(decoded(anchor));
      return now === undefined || now === decoded(anchor) ? [] : [{ ...span, raw: [now] }];
    });
  }

  #escaping(): EscapeOptions {
    return { cell: false, mdx: this.#mdx, labels: this.#labels, namedSpace: false };
  }
}

function denseWarning(count: number): FormatWarning {
  const paragraphs = count === 1 ? "One paragraph has" : `${count} paragraphs have`;
  return {
    code: "part_skipped",
    message: `${paragraphs} more than a thousand marks of links, emphasis or code and stayed in the source language. Break them into several.`,
    count,
  };
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}

/** Components whose lists contain file and folder names (Starlight, Docusaurus, Fumadocs). */
const FILE_TREES = new Set(["FileTree", "FilesTree", "Files"]);

/** All nodes but those within paragraphs, in order. Not recursive: quotes and lists may be deeply nested. */
function* nodesOf(root: Root): Generator<Nodes> {
  const waiting: Nodes[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    if (node.type === "paragraph" || node.type === "heading" || node.type === "tableCell") continue;
    if (node.type === "mdxJsxFlowElement" && FILE_TREES.has(node.name ?? "")) continue;
    if ("children" in node) for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]!);
  }
}

/** Splits a paragraph at separator lines. */
function runsOf(pieces: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.type === "single" && piece.equiv === PARAGRAPH_BREAK) runs.push([]);
    else runs.at(-1)!.push(piece);
  }
  return runs;
}

/** HTML in a quote has quote marks between its lines, so it is left unchanged. */
function unindented(text: string): string {
  return text.replace(/(^|\r\n|\r|\n)[ \t]+/g, "$1");
}

function title(plain: string, opening: string): string {
  const closing = opening === "(" ? ")" : opening;
  return plain
    .replace(/[\r\n]+/g, " ")
    .replace(/&(?=#|[a-z][a-z\d]*;)/gi, "&amp;")
    .replace(/[\\"'()]/g, (character) =>
      character === "\\" || character === opening || character === closing ? `\\${character}` : character,
    );
}
