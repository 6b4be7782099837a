import { decodeText, looksLikeText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { buildSegment, trimPieces } from "@/lib/formats/inline";
import { type Line, linesOf } from "@/lib/formats/lines";
import { keepLineBreaks } from "@/lib/formats/markdown/line-breaks";
import { type Slot, textDocument } from "@/lib/formats/text-document";
import { plainSegment, plainText } from "@/lib/text/segment";
import { adocPieces, withSpans } from "./adoc-inline";
import { spellAdoc } from "./adoc-spell";

/** AsciiDoc, as Asciidoctor and Antora read it. */
export const adoc: Format = {
  id: "adoc",
  name: "AsciiDoc",
  extensions: ["adoc", "asciidoc", "asc"],
  mediaTypes: ["text/asciidoc"],
  translates:
    "Title, headings, paragraphs, lists, description lists, tables, admonitions, titles of blocks, texts of links and cross references, footnotes, terms of the index, alternative texts of images, and the description and captions of the header.",
  leaves:
    "Listings, literal and passthrough blocks, formulas, comments, attributes, anchors, includes and conditions, inline code, and tables with custom separators.",
  matches: (bytes, extension) => adoc.extensions.includes(extension) && looksLikeText(bytes) && !isArmored(bytes),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    return textDocument(adoc, { decoded, slots: new AdocReader(decoded.text, options).read() });
  },
};

/** `.asc` is also the extension of keys and signatures. */
function isArmored(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(200, bytes.byteLength)).includes("-----BEGIN PGP");
}

const VERBATIM = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}.*)$/;
const CONTAINER = /^(?:={4,}|\*{4,}|_{4,}|--|~{4,})$/;
const TABLE = /^[|!]={3,}$/;
const OTHER_TABLE = /^[,:]={3,}$/;
const BREAK = /^(?:'{3,}|<{3,}|-{3}|\*{3}|- - -|\* \* \*)$/;
const MARKER =
  /^[ \t]*(?:(?:[*.]{1,6}|-|\d{1,9}\.|[a-zA-Z]\.|[ivxIVX]{1,6}\)|<(?:\d{1,3}|\.)>)[ \t]+)(?:\[[ xX*]\][ \t]+)?/;
const TERM = /^[ \t]*(?=\S)((?:(?!:{2,4}(?:\s|$)|;;(?:\s|$)).){1,500})(:{2,4}|;;)(?:[ \t]+|$)/;
const ADMONITION = /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+/;
const MACRO = /^(?:include|ifdef|ifndef|ifeval|endif|toc|video|audio|image|plantuml|mermaid|ditaa|graphviz)::/;
const IMAGE = /^image::?[^[\]\r\n]{1,1000}\[/;
const FOOTNOTE = /^footnote:[\w-]{0,100}\[/;
const INDEX_TERMS = /^(?:\(\(\(|indexterm:\[)/;
const ATTRIBUTES = /^\[(?:\[[^\]]*\]|[^[\]]{0,1000})\]$/;
const ENTRY = /^:!?[\w][\w-]{0,100}!?:(?:[ \t]+|$)/;
/** Header attributes whose values are shown. */
const SHOWN =
  /^:(?:description|keywords|doctitle|navtitle|title|subtitle|(?:toc|version|appendix|chapter|part|section|preface|manname|last-update|untitled|toc)-(?:title|label|refsig|signifier)|(?:figure|table|example|listing|note|tip|warning|caution|important|appendix)-caption):/;
const VERBATIM_STYLES =
  /^\[(?:source|listing|literal|stem|latexmath|asciimath|pass|plantuml|mermaid|ditaa|graphviz|comment|format=|%?[^\]]*\bformat\s*=|[^\]]*\bseparator\s*=)/i;

class AdocReader {
  readonly #source: string;
  readonly #language: string;
  readonly #slots: Slot[] = [];
  /** True after a term, which an indented line explains. */
  #isAfterTerm = false;

  constructor(source: string, { source: language = "en" }: FormatOptions) {
    this.#source = source;
    this.#language = language;
  }

  read(): Slot[] {
    this.#blocks(linesOf(this.#source), true);
    return this.#slots;
  }

  #blocks(lines: readonly Line[], isDocument: boolean, isCell = false): void {
    /** True if a line of attributes declared the following block verbatim. */
    let isVerbatim = false;
    let isVerse = false;
    for (let at = 0; at < lines.length; ) {
      const { start, text } = lines[at]!;
      const line = text.trimEnd();
      const explains = this.#isAfterTerm;
      this.#isAfterTerm = false;
      if (line === "") {
        at++;
        continue;
      }
      if (VERBATIM.test(line) || OTHER_TABLE.test(line)) at = endOf(lines, at, line.startsWith("```") ? "```" : line);
      else if (TABLE.test(line)) {
        const end = endOf(lines, at, line);
        if (!isVerbatim && !isCell) this.#table(lines.slice(at + 1, end - 1));
        at = end;
      } else if (CONTAINER.test(line)) {
        if (isVerbatim) at = endOf(lines, at, line);
        else if (isVerse) {
          const end = endOf(lines, at, line);
          for (const verse of lines.slice(at + 1, end - 1)) this.#unit(verse.start, verse.end, isCell);
          at = end;
        } else at++;
      } else if (ATTRIBUTES.test(line)) {
        isVerbatim = VERBATIM_STYLES.test(line);
        isVerse = /^\[(?:verse|%hardbreaks)/.test(line);
        at++;
        continue;
      } else if (/^\/\/(?!\/)/.test(line) || BREAK.test(line) || line === "+") {
        at++;
        continue;
      } else if (/^\.[^\s.]/.test(line)) {
        this.#unit(start + 1, lines[at]!.end, isCell);
        at++;
        continue;
      } else if (ENTRY.test(line)) at = this.#entry(lines, at);
      else if (MACRO.test(line)) {
        if (line.startsWith("image::")) this.#image(start, text);
        at++;
      } else if (isVerbatim || (/^[ \t]/.test(text) && !explains && !MARKER.test(text) && !TERM.test(text)))
        at = paragraphEnd(lines, at);
      else if (/^(?:={1,6}|#{1,6})[ \t]+\S/.test(line)) at = this.#heading(lines, at, isDocument);
      else at = this.#paragraph(lines, at, isCell, isVerse);
      isVerbatim = false;
      isVerse = false;
    }
  }

  #heading(lines: readonly Line[], at: number, isDocument: boolean): number {
    const { start, end, text } = lines[at]!;
    this.#unit(start + /^[=#]+[ \t]+/.exec(text)![0].length, end, false);
    if (!isDocument || !/^=[ \t]/.test(text) || lines.slice(0, at).some((line) => /^[^:/[\s]/.test(line.text)))
      return at + 1;
    // The lines of author and revision follow the title of a document.
    let next = at + 1;
    while (lines[next] && lines[next]!.text.trim() !== "" && !/^(?::|\/\/)/.test(lines[next]!.text)) next++;
    return next;
  }

  #entry(lines: readonly Line[], at: number): number {
    const { start, end, text } = lines[at]!;
    let last = at;
    while (/[ \t]\\$/.test(lines[last]!.text) && lines[last + 1]) last++;
    if (last === at && SHOWN.test(text)) this.#unit(start + ENTRY.exec(text)![0].length, end, false);
    return last + 1;
  }

  /** Reads an image: the first of its attributes is the alternative text. */
  #image(start: number, text: string): void {
    const lead = IMAGE.exec(text)?.[0];
    const alt = lead && /^(?:"[^"]*"|[^,="\]]+)(?=[,\]])/.exec(text.slice(lead.length))?.[0];
    if (!lead || !alt) return;
    const quote = alt.startsWith('"') ? 1 : 0;
    const from = start + lead.length + quote;
    this.#attribute(from, from + alt.length - 2 * quote, quote === 1);
  }

  /** A value in a list of attributes or terms. It is in quotes if it contains a comma. */
  #attribute(start: number, end: number, isQuoted: boolean): void {
    const content = this.#source
      .slice(start, end)
      .replace(/&#(\d{2,5});/g, (_, code) => String.fromCodePoint(Number(code)));
    if (!/\p{L}/u.test(content) || content !== content.trim()) return;
    this.#slots.push({
      segment: plainSegment(content),
      rewrite: (translated) => {
        const value = plainText(translated)
          .replace(/[\r\n]+/g, " ")
          .replace(/[()[\]"]/g, (mark) => `&#${mark.codePointAt(0)};`);
        return [{ start, end, raw: [!isQuoted && /[,=]/.test(value) ? `"${value}"` : value] }];
      },
    });
  }

  /** Reads a paragraph with optional list markers. Returns the line after it. */
  #paragraph(lines: readonly Line[], at: number, isCell: boolean, isVerse: boolean): number {
    const line = lines[at]!;
    let from = line.start;
    const rest = () => this.#source.slice(from, line.end);
    const marker = MARKER.exec(rest());
    if (marker) from += marker[0].length;
    const term = TERM.exec(rest());
    if (term) {
      this.#unit(
        from,
        from + term[0].length - term[0].slice(term[1]!.length).trimStart().length,
        isCell,
        term[1]!.length,
      );
      from += term[0].length;
      this.#isAfterTerm = rest().trim() === "";
      if (this.#isAfterTerm) return at + 1;
    }
    const admonition = ADMONITION.exec(rest());
    if (admonition) from += admonition[0].length;
    let last = at;
    while (lines[last + 1] && !endsParagraph(lines[last + 1]!.text)) last++;
    if (isVerse) for (const one of lines.slice(at, last + 1)) this.#unit(Math.max(from, one.start), one.end, isCell);
    else this.#unit(from, lines[last]!.end, isCell);
    return last + 1;
  }

  /** Cells that start with `|`, after an optional specification: `2+^.>s|`. */
  #table(lines: readonly Line[]): void {
    const [first] = lines;
    const last = lines.at(-1);
    if (!first || !last) return;
    const borders: { readonly start: number; readonly end: number; readonly style: string }[] = [];
    for (const { start, text } of lines) {
      if (/^[ \t]*\/\//.test(text)) continue;
      for (const { 0: raw, 1: style = "", index } of text.matchAll(CELL))
        borders.push({ start: start + index, end: start + index + raw.length, style });
    }
    for (const [index, { end, style }] of borders.entries()) {
      const until = borders[index + 1]?.start ?? last.end;
      if (/^[l]$/.test(style)) continue;
      const content = linesOf(this.#source.slice(end, until)).map((line) => ({
        ...line,
        start: line.start + end,
        end: line.end + end,
      }));
      this.#blocks(
        content.map((line, row) =>
          row === 0 ? { ...line, start: line.end - line.text.trimStart().length, text: line.text.trimStart() } : line,
        ),
        false,
        true,
      );
    }
  }

  /** `inside`: in a cell or in brackets. `length`: of the text, if shorter than the range. */
  #unit(start: number, end: number, inside: boolean | "brackets", length = end - start): void {
    const content = this.#source.slice(start, start + length).trimEnd();
    const until = start + content.length - (content.endsWith(" +") ? 2 : 0);
    const pieces = adocPieces(this.#source, start, until);
    const trimmed = trimPieces(pieces, this.#source);
    for (const piece of pieces) if (piece.type === "single") this.#inner(piece.start, piece.raw);
    if (!trimmed) return;
    const { segment, spelling } = buildSegment(trimmed);
    const isStart = this.#source.slice(start, trimmed.start).trim() === "";
    const range = { start: trimmed.start, end: trimmed.end };
    this.#slots.push({
      segment,
      rewrite: (text, target) => {
        const spelled = spellAdoc(text, spelling, this.#source, inside, [
          this.#source[range.start - 1] ?? " ",
          this.#source[range.end] ?? " ",
        ]);
        // Texts of footnotes, images and index terms are patches within their codes.
        const raw = withSpans(isStart ? escapeStart(spelled) : spelled, pieces);
        return [{ ...range, raw: keepLineBreaks(raw, this.#source, range, { source: this.#language, target }) }];
      },
    });
  }

  /** The texts of a footnote, of an inline image, or of a term that only the index shows. */
  #inner(start: number, raw: string): void {
    const footnote = FOOTNOTE.exec(raw)?.[0].length;
    const terms = INDEX_TERMS.exec(raw)?.[0].length;
    if (footnote && raw.length > footnote + 1) this.#unit(start + footnote, start + raw.length - 1, "brackets");
    else if (terms) this.#indexTerms(start + terms, raw.slice(terms, raw.startsWith("(") ? -3 : -1));
    else if (raw.startsWith("image:")) this.#image(start, raw);
  }

  /** Reads index terms of three levels, and references such as `see=`. */
  #indexTerms(start: number, terms: string): void {
    for (const { 0: term, 1: text = "", index } of terms.matchAll(/"([^"]*)"|[^,\s"][^,"]*/g)) {
      const quote = term.startsWith('"') ? 1 : 0;
      const content = quote === 1 ? text : term.trimEnd();
      const from = start + index + quote;
      if (!/^[\w-]+=/.test(content)) this.#attribute(from, from + content.length, quote === 1);
    }
  }
}

const CELL = /(?:(?<=^|[ \t])(?:\d{1,3}(?:\.\d{1,3})?[+*]|\.\d{1,3}\+)?[<^>]?(?:\.[<^>])?([adehlmsv]?))?(?<!\\)\|/g;

/** The line after a block that ends with a line equal to its first. */
function endOf(lines: readonly Line[], at: number, fence: string): number {
  let next = at + 1;
  while (lines[next] && lines[next]!.text.trimEnd() !== fence) next++;
  return Math.min(lines.length, next + 1);
}

function paragraphEnd(lines: readonly Line[], at: number): number {
  let next = at + 1;
  while (lines[next] && lines[next]!.text.trim() !== "") next++;
  return next;
}

function endsParagraph(text: string): boolean {
  const line = text.trimEnd();
  return (
    line === "" ||
    line === "+" ||
    [VERBATIM, CONTAINER, TABLE, OTHER_TABLE, ATTRIBUTES, MACRO, MARKER].some((kind) => kind.test(line)) ||
    TERM.test(line) ||
    /^\/\/(?!\/)/.test(line)
  );
}

/** Text that would be read as the start of a list, a title, a block or an attribute. */
function escapeStart(text: string): string {
  const isMarkup =
    [MARKER, TERM, ADMONITION, MACRO, ENTRY, ATTRIBUTES, VERBATIM, CONTAINER, BREAK].some((kind) => kind.test(text)) ||
    /^(?:[=#]{1,6}[ \t]|\.\S|\/\/|[ \t]|[|+]$)/.test(text);
  return isMarkup ? `&#${text.codePointAt(0)};${text.slice(1)}` : text;
}
