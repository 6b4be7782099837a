import { decodeText, looksLikeText } from "@/lib/formats/encoding";
import type { Format, FormatOptions, FormatWarning } from "@/lib/formats/format";
import { buildSegment, trimPieces } from "@/lib/formats/inline";
import { type Line, linesOf } from "@/lib/formats/lines";
import { keepLineBreaks } from "@/lib/formats/markdown/line-breaks";
import { applyPatches, type Patch } from "@/lib/formats/splice";
import { displayWidth } from "@/lib/formats/subtitles/layout";
import { type Slot, textDocument } from "@/lib/formats/text-document";
import { referenceNames, rstPieces, spellRst } from "./rst-inline";
import { type RstTable, readRstTable } from "./rst-table";

/** reStructuredText, as read by docutils and Sphinx. */
export const rst: Format = {
  id: "rst",
  name: "reStructuredText",
  extensions: ["rst", "rest"],
  mediaTypes: ["text/x-rst", "text/prs.fallenstein.rst"],
  translates:
    "Headings (with their underlines), paragraphs, lists, definitions, fields, footnotes, grid and simple tables (redrawn to fit the translation), list-table, admonitions and other directives with prose, titles of links, captions and alternative texts.",
  leaves:
    "Code, single words in backticks without a role, literal and doctest blocks, formulas, comments, targets, names of roles, directives and substitutions, cells of csv-table, and tables with invalid borders. Headings that are linked by name keep their old names as link targets.",
  matches: (bytes, extension) => rst.extensions.includes(extension) && looksLikeText(bytes),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const reader = new RstReader(decoded.text, decoded.newline, options);
    return textDocument(rst, { decoded, ...reader.read() });
  },
};

const words = (list: string) => new Set(list.split(/\s+/));

/** Directives whose content is document text. */
const PROSE = words(
  `note warning tip important caution attention danger error hint admonition seealso todo topic sidebar rubric epigraph
   highlights pull-quote compound container versionadded versionchanged deprecated versionremoved glossary list-table table
   figure class method function attribute data exception module describe option envvar confval rst-class only hlist
   centered parsed-text tabs tab group-tab tab-set tab-item grid grid-item grid-item-card card dropdown details collapse field-list line-block
   header footer replace deprecated-removed availability impl-detail soft-deprecated cmdoption program staticmethod classmethod
   property decorator decoratormethod version-added version-changed version-deprecated version-removed`,
);

/** Directives whose content has no prose. Those of a domain (`py:data`, `rst:role`) contain a description. */
const CODE = words(
  `code code-block sourcecode highlight literalinclude include parsed-literal raw math graphviz digraph graph uml mermaid plot
   inheritance-diagram productionlist prompt testcode testoutput testsetup testcleanup doctest ipython jupyter-execute exec
   program-output index contents toctree csv-table image meta role default-role default-domain currentmodule sectnum target-notes
   automodule autoclass autofunction automethod autoattribute autodata autoexception autosummary click argparse code-tab date
   unicode tabularcolumns sectionauthor codeauthor moduleauthor bibliography title`,
);

/** Prose directives whose argument is text. */
const TITLED = words(
  `note warning tip important caution attention danger error hint admonition seealso todo topic sidebar rubric table list-table
   centered replace tab tab-item grid-item-card card dropdown details epigraph highlights pull-quote header footer
   impl-detail csv-table contents`,
);

/** Of these, directives whose argument starts with a version. */
const VERSIONED = words(
  `versionadded versionchanged deprecated versionremoved deprecated-removed soft-deprecated
   version-added version-changed version-deprecated version-removed`,
);

const OPTIONS = words("alt caption title");

const ADORNMENT = /^([!-/:-@[-`{-~])\1+[ \t]*$/;
const BULLET = /^(?:[-*+\u2022\u2023\u2043])(?:[ \t]+|$)/;
const ENUMERATOR = /^\(?(?:\d{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,9}|#)[.)](?:[ \t]+|$)/;
const FIELD = /^:(?![:\s])(?:[^:\\]|\\.|:(?![\s`]|$)){1,200}(?<!\s):(?:[ \t]+|$)/;
const OPTION =
  /^(?:-{1,2}|[/+])[\w?][\w-]{0,40}(?:[ =](?:[A-Za-z][\w-]{0,40}|<[^<>]{1,40}>))?(?:, (?:-{1,2}|[/+])[\w?][\w-]{0,40}(?:[ =](?:[A-Za-z][\w-]{0,40}|<[^<>]{1,40}>))?){0,8}(?: {2,}|$)/;
const DIRECTIVE = /^\.\.[ \t]+(?:\|([^|]{1,200})\|[ \t]+)?([\w][\w:.+-]{0,100})::(?:[ \t]+|$)/;
const NOTE = /^\.\.[ \t]+\[(?:\d{1,9}|#[\w.-]{0,100}|\*|[\w.-]{1,100})\](?:[ \t]+|$)/;

/** A directive, comment or table in the first line of an item, which stays unchanged with the lines aligned to it. */
const BLOCK_IN_ITEM = /^\.\.[ \t]|^\+[-=+]{2,}\+[ \t]*$|^=+(?:[ \t]+=+)+[ \t]*$/;

type Row = Line & { readonly indent: number };

class RstReader {
  readonly #source: string;
  readonly #newline: string;
  readonly #language: string;
  readonly #rows: readonly Row[];
  readonly #slots: Slot[] = [];
  readonly #references: ReadonlySet<string>;
  readonly #options: FormatOptions;
  /** Drawn tables that were read, and the number of unread ones. */
  readonly #tables: DrawnTable[] = [];
  #tablesLeft = 0;
  /** Number of directives that may or may not contain text, by name. */
  readonly #unknown = new Map<string, number>();

  constructor(source: string, newline: string, options: FormatOptions) {
    this.#source = source;
    this.#newline = newline;
    this.#options = options;
    this.#language = options.source ?? "en";
    this.#rows = linesOf(source).map((line) => ({ ...line, indent: indentOf(line.text) }));
    this.#references = referenceNames(source);
  }

  read() {
    for (let at = 0; at < this.#rows.length; ) at = this.#block(at);
    const [tables, unknown] = [this.#tablesLeft, [...this.#unknown.values()].reduce((sum, count) => sum + count, 0)];
    const warnings: FormatWarning[] = [];
    if (tables > 0)
      warnings.push({
        code: "part_skipped",
        count: tables,
        message: `${tables === 1 ? "One drawn table is" : `${tables} drawn tables are`} left as written, because docutils could not read ${tables === 1 ? "it" : "them"} either.`,
      });
    if (unknown > 0)
      warnings.push({
        code: "part_skipped",
        count: unknown,
        message: `The content of unknown directives stayed unchanged: ${[...this.#unknown.keys()].slice(0, 10).join(", ")}.`,
      });
    const redraws = (target: string, texts: readonly string[]) =>
      this.#tables.flatMap((table) => redrawn(table, texts.slice(table.first), target));
    return { slots: this.#slots, warnings, redraws };
  }

  /** Reads the block that starts at a row; returns the row after it. */
  #block(at: number): number {
    const row = this.#rows[at]!;
    const text = row.text.slice(row.indent);
    if (text === "") return at + 1;
    if (text.startsWith("..") && /^\.\.(?:[ \t]|$)/.test(text)) return this.#explicit(at, text);
    if (text.startsWith(">>> ")) return this.#paragraphEnd(at);
    if (/^__(?:[ \t]|$)/.test(text)) return at + 1;
    const table = this.#table(at, text);
    if (table > at) return table;
    const heading = this.#heading(at, text);
    if (heading > at) return heading;
    if (ADORNMENT.test(text) && text.trim().length >= 4) return at + 1;
    if (/^\|(?:[ \t]|$)/.test(text)) {
      const lead = /^\|[ \t]*/.exec(text)![0].length;
      this.#unit(row.start + row.indent + lead, row.end);
      return at + 1;
    }
    return this.#paragraph(at, row.start + row.indent, row.indent);
  }

  /** Reads a `.. ` construct: comment, target, footnote or directive. */
  #explicit(at: number, text: string): number {
    const row = this.#rows[at]!;
    const from = row.start + row.indent;
    const note = NOTE.exec(text);
    if (note && BLOCK_IN_ITEM.test(text.slice(note[0].length))) return this.#indentedEnd(at);
    if (note) return this.#paragraph(at, from + note[0].length, row.indent, true);
    const directive = DIRECTIVE.exec(text);
    const name = directive?.[2]?.toLowerCase().replace(/^.*:/, "");
    if (!directive || !name) return this.#indentedEnd(at);
    const start = from + directive[0].length;
    const argument = /^\S+/.exec(this.#source.slice(start, row.end));
    let next = at + 1;
    if (VERSIONED.has(name) && argument) {
      const version = /^\S+(?: \d\S*)?[ \t]*/.exec(this.#source.slice(start, row.end))![0];
      next = this.#paragraph(at, start + version.length, row.indent, true);
    } else if (TITLED.has(name) && argument) next = this.#paragraph(at, start, row.indent, true);
    else while (this.#continues(next, row.indent) && !FIELD.test(this.#textOf(next))) next++;
    for (; this.#continues(next, row.indent) && FIELD.test(this.#textOf(next)); next++) this.#option(next);
    if (PROSE.has(name) || directive[2]!.includes(":")) return next;
    const end = this.#indentedEnd(next - 1, row.indent);
    if (name === "toctree") for (; next < end; next++) this.#tocEntry(next);
    else if (!CODE.has(name) && this.#rows.slice(next, end).some(({ text }) => /\p{L}/u.test(text)))
      this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1);
    return end;
  }

  /** Reads the title of an entry: `Title <document>`. */
  #tocEntry(at: number): void {
    const row = this.#rows[at]!;
    const title = /^(.*\S)\s*<[^<>]+>\s*$/.exec(this.#textOf(at))?.[1];
    if (title) this.#unit(row.start + row.indent, row.start + row.indent + title.length, "plain");
  }

  #continues(at: number, indent: number): boolean {
    const row = this.#rows[at];
    return row !== undefined && row.text.trim() !== "" && row.indent > indent;
  }

  #textOf(at: number): string {
    const row = this.#rows[at]!;
    return row.text.slice(row.indent);
  }

  #option(at: number): void {
    const row = this.#rows[at]!;
    const text = this.#textOf(at);
    const lead = FIELD.exec(text)![0];
    const name = lead.trim().slice(1, -1);
    if (OPTIONS.has(name)) this.#unit(row.start + row.indent + lead.length, row.end, "plain");
  }

  /** The row after the rows that are indented deeper than the one at `at`, including blank rows between them. */
  #indentedEnd(at: number, indent = this.#rows[at]!.indent): number {
    let next = at + 1;
    let last = at;
    for (; next < this.#rows.length; next++) {
      const row = this.#rows[next]!;
      if (row.text.trim() === "") continue;
      if (row.indent <= indent) break;
      last = next;
    }
    return last + 1;
  }

  #paragraphEnd(at: number): number {
    let next = at + 1;
    while (this.#rows[next] && this.#rows[next]!.text.trim() !== "") next++;
    return next;
  }

  #table(at: number, text: string): number {
    const isGrid = /^\+[-=+]{2,}\+[ \t]*$/.test(text);
    const isSimple = /^=+(?:[ \t]+=+)+[ \t]*$/.test(text);
    if (!isGrid && !isSimple) return at;
    const end = isGrid ? this.#paragraphEnd(at) : this.#simpleTableEnd(at);
    const rows = this.#rows.slice(at, end);
    const table = readRstTable(
      rows.map((row) => row.text),
      this.#newline,
    );
    if (!table) {
      this.#tablesLeft++;
      return end;
    }
    const cells = table.cells.map((cell) =>
      /\p{L}/u.test(cell) ? new RstReader(cell, "\n", this.#options).read() : { slots: [], redraws: () => [] },
    );
    this.#tables.push({ table, cells, start: rows[0]!.start, end: rows.at(-1)!.end, first: this.#slots.length });
    // The table is written as a whole, because one text may move all its borders.
    for (const { slots } of cells) for (const { segment } of slots) this.#slots.push({ segment, rewrite: () => [] });
    return end;
  }

  #simpleTableEnd(at: number): number {
    // Blank rows separate rows in simple tables, which end at the third ruler or a second one before a blank row.
    const indent = this.#rows[at]!.indent;
    for (let next = at + 1; next < this.#rows.length; next++) {
      const row = this.#rows[next]!;
      if (row.text.trim() !== "" && row.indent < indent) return next;
      const isRuler = /^[ \t]*=+(?:[ \t]+=+)*[ \t]*$/.test(row.text);
      if (isRuler && (this.#rows[next + 1]?.text.trim() ?? "") === "") return next + 1;
    }
    return this.#rows.length;
  }

  /** Reads a title with its underline, and perhaps a line above it. */
  #heading(at: number, text: string): number {
    const isOver = ADORNMENT.test(text);
    const title = this.#rows[isOver ? at + 1 : at];
    const under = this.#rows[isOver ? at + 2 : at + 1];
    if (!title || !under || under.indent !== this.#rows[at]!.indent || title.text.trim() === "") return at;
    const mark = under.text.slice(under.indent);
    if (!ADORNMENT.test(mark) || (isOver && (mark[0] !== text[0] || ADORNMENT.test(title.text.trim())))) return at;
    if (!isOver && mark.trim().length < Math.min(4, displayWidth(text.trim()))) return at;
    if (!isOver && title.indent !== 0 && mark.trim().length < displayWidth(text.trim())) return at;
    const over = isOver ? this.#rows[at]! : undefined;
    const start = title.start + title.indent;
    const pieces = rstPieces(this.#source, start, title.start + title.text.trimEnd().length);
    const trimmed = trimPieces(pieces, this.#source);
    if (trimmed) {
      const { segment, spelling } = buildSegment(trimmed);
      const name = normal(this.#source.slice(start, title.end));
      const isNamed = this.#references.has(name);
      const first = over ?? title;
      this.#slots.push({
        segment,
        rewrite: (written) => {
          const spelled = spellRst(written, spelling, this.#source);
          const before = this.#source.slice(start, trimmed.start);
          const after = this.#source.slice(trimmed.end, title.end).trimEnd();
          const width = (isOver ? title.indent : 0) * 2 + displayWidth(before + spelled + after);
          const line = mark[0]!.repeat(Math.max(4, width));
          const anchor = `.. _${this.#source.slice(start, title.end).trim().replaceAll(":", "\\:")}:`;
          return [
            ...(isNamed ? [insertion(first.start, anchor + this.#newline + this.#newline)] : []),
            ...(over ? [{ start: over.start + over.indent, end: over.end, raw: [line] }] : []),
            { start: trimmed.start, end: trimmed.end, raw: [spelled] },
            { start: under.start + under.indent, end: under.end, raw: [line] },
          ];
        },
      });
    }
    return at + (isOver ? 3 : 2);
  }

  /**
   * Reads a paragraph whose text begins at `from`, perhaps after list markers. `isHanging`: its other lines may have
   * any indentation above `indent`.
   */
  #paragraph(at: number, from: number, indent: number, isHanging = false): number {
    const row = this.#rows[at]!;
    let start = from;
    let column = start - row.start;
    let hangs = isHanging;
    for (;;) {
      const rest = this.#source.slice(start, row.end);
      const marker = hangs ? null : this.#marker(at, rest, row.indent);
      if (!marker) break;
      start += marker.length;
      column = start - row.start;
      if (/^[:/-]/.test(marker) && !BULLET.test(marker)) {
        hangs = true;
        break;
      }
      const item = this.#source.slice(start, row.end);
      if (item.trim() === "") return at + 1;
      if (/^\|(?:[ \t]|$)/.test(item)) {
        this.#unit(start + /^\|[ \t]*/.exec(item)![0].length, row.end);
        return at + 1;
      }
      if (BLOCK_IN_ITEM.test(item)) return this.#indentedEnd(at);
    }
    let last = at;
    const next = this.#rows[at + 1];
    if (hangs && next && next.text.trim() !== "" && next.indent > indent) column = next.indent;
    if (start < row.end || hangs)
      while (this.#rows[last + 1]?.indent === column && this.#rows[last + 1]!.text.trim() !== "") {
        const text = this.#textOf(last + 1);
        // The options of a directive follow its argument.
        if (hangs && FIELD.test(text)) break;
        last++;
      }
    const end = this.#rows[last]!.start + this.#rows[last]!.text.trimEnd().length;
    const isLiteral = this.#source.startsWith("::", end - 2) && end - 2 >= start;
    this.#unit(start, isLiteral ? end - 2 : end);
    return isLiteral ? this.#literalEnd(last, hangs ? row.indent : column) : last + 1;
  }

  /** The list marker at the start of a row's text. */
  #marker(at: number, rest: string, indent: number): string | undefined {
    const found = (BULLET.exec(rest) ?? ENUMERATOR.exec(rest) ?? OPTION.exec(rest) ?? FIELD.exec(rest))?.[0];
    if (found === undefined) return;
    const next = this.#rows[at + 1];
    const follows = next !== undefined && next.text.trim() !== "" && next.indent === indent;
    if (!follows) return found;
    const after = this.#textOf(at + 1);
    return [BULLET, ENUMERATOR, OPTION, FIELD].some((kind) => kind.test(after)) || after.startsWith(".. ")
      ? found
      : undefined;
  }

  /** The row after a literal block, which is indented or has a quotation mark before each line. */
  #literalEnd(at: number, indent: number): number {
    let next = at + 1;
    while (this.#rows[next]?.text.trim() === "") next++;
    const row = this.#rows[next];
    if (!row) return next;
    if (row.indent > indent) return this.#indentedEnd(at, indent);
    const mark = row.text[row.indent]!;
    if (/[^\w\s]/.test(mark) && row.indent === indent)
      while (this.#rows[next]?.text.trim() !== "" && this.#rows[next]?.text[indent] === mark) next++;
    return next;
  }

  /** Reads the text of a range. `plain`: it has no inline markup. */
  #unit(start: number, end: number, kind: "plain" | "inline" = "inline"): void {
    const pieces =
      kind === "plain"
        ? [{ type: "text" as const, start, end, text: this.#source.slice(start, end) }]
        : rstPieces(this.#source, start, end);
    const trimmed = trimPieces(pieces, this.#source);
    if (!trimmed) return;
    const { segment, spelling } = buildSegment(trimmed);
    const isStart = this.#source.slice(start, trimmed.start).trim() === "";
    this.#slots.push({
      segment,
      rewrite: (text, target) => {
        const spelled = spellRst(text, spelling, this.#source, kind === "plain", this.#source[trimmed.end]);
        const raw = isStart ? escapeStart(spelled) : spelled;
        const range = { start: trimmed.start, end: trimmed.end };
        const languages = { source: this.#language, target };
        return [{ ...range, raw: keepLineBreaks([raw], this.#source, range, languages) }];
      },
    });
  }
}

type DrawnTable = {
  readonly table: RstTable;
  readonly cells: readonly Pick<ReturnType<RstReader["read"]>, "slots" | "redraws">[];
  readonly start: number;
  readonly end: number;
  /** Index of the table's first slot in the document. */
  readonly first: number;
};

function redrawn({ table, cells, start, end }: DrawnTable, texts: readonly string[], target: string): Patch[] {
  const changed = new Map<number, string>();
  let from = 0;
  for (const [index, { slots, redraws }] of cells.entries()) {
    const own = texts.slice(from, from + slots.length);
    from += slots.length;
    if (slots.every(({ segment }, i) => own[i] === segment.text)) continue;
    const patches = slots.flatMap((slot, i) => (own[i] === slot.segment.text ? [] : slot.rewrite(own[i]!, target)));
    changed.set(index, applyPatches(table.cells[index]!, [...patches, ...redraws(target, own)]));
  }
  return changed.size === 0 ? [] : [{ start, end, raw: [table.draw(changed)] }];
}

function insertion(at: number, text: string): Patch {
  return { start: at, end: at, raw: [text] };
}

/** Names of references are compared in lower case and without extra spaces. */
function normal(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}

/** Text that would be read as the start of a list, a directive, a field or a table. */
function escapeStart(text: string): string {
  const isMarker =
    /^(?:\.\.(?:\s|$)|>>>|__(?:\s|$)|\|\s|\+[-=])/.test(text) ||
    [BULLET, ENUMERATOR, OPTION, FIELD, ADORNMENT].some((kind) => kind.test(text));
  return isMarker ? `\\${text}` : text;
}

function indentOf(text: string): number {
  let indent = 0;
  while (text[indent] === " " || text[indent] === "\t") indent++;
  return indent;
}
