import { linesOf } from "@/lib/formats/lines";
import type { Span } from "@/lib/formats/splice";
import { fillAround, isMarkerLine, markerLine, maskLine } from "./dialect-lines";
import { FILLER, maskInline, maskMdx } from "./markers";

export type MaskedDialects = {
  readonly mask: string;
  /** Tables drawn with characters, as whole lines. */
  readonly tables: readonly Span[];
  /** Starts of lines that would continue the previous line if an admonition did not end there. */
  readonly apart: ReadonlySet<number>;
};

/**
 * The document in which extensions of MkDocs, Docusaurus, Hugo, Jekyll, Pandoc and MyST are replaced by fillers of the
 * same length, so that CommonMark can parse it. Admonitions, tabs and definitions become list items, which indent their
 * content in the same way.
 */
export function maskDialects(source: string, mdx: boolean): MaskedDialects {
  const filled = mdx ? maskMdx(source) : maskInline(source);
  const lines = linesOf(source);
  const texts = lines.map(({ text }) => text);
  const masker = new LineMasker(
    texts,
    lines.map(({ start, end }) => filled.slice(start, end)),
    mdx,
  );
  const masked = masker.mask();
  let mask = "";
  for (const [i, { end }] of lines.entries()) mask += masked[i]! + source.slice(end, lines[i + 1]?.start);
  const tables = masker.tables.map(({ first, last }) => ({ start: lines[first]!.start, end: lines[last]!.end }));
  return { mask, tables, apart: new Set(masker.apart.map((line) => lines[line]!.start)) };
}

/** Lines of code or data between an opening and a closing line. */
const REGIONS: readonly { readonly open: RegExp; readonly close: RegExp }[] = [
  { open: /^@start(?:uml|mindmap|wbs|gantt|json|yaml|salt|dot)\b/, close: /^@end\w/ },
  { open: /^\\begin\{\w{1,40}\*?\}/, close: /\\end\{\w{1,40}\*?\}$/ },
  { open: /^:{3,}[ \t]*mermaid$/, close: /^:{3,}$/ },
  {
    open: /^\{[{%][<%]?\s*(?:highlight|mermaid|katex|math|comment|plantuml|uml)\b/,
    close: /\{[{%][<%]?\s*(?:\/\s*|end)(?:highlight|mermaid|katex|math|comment|plantuml|uml)\b/,
  },
];

/** Python-Markdown admonitions and tabs. */
const BOX_LINE = /^(?:!{3}|\?{3}\+?|={3}[!+]?)[ \t]+["\w]/;

/** Fenced MyST directives with Markdown content. Those of the first group have a title. */
const PROSE_DIRECTIVE =
  /^(`{3,}|~{3,}|:{3,})\{(?:(admonition|attention|caution|danger|dropdown|error|hint|important|note|seealso|tip|topic|warning|card|grid-item-card|sidebar|tab-item)|div|epigraph|figure|grid|grid-item|margin|tab-set|deprecated|versionadded|versionchanged|versionremoved)\}[ \t]*/;

/** Code language whose content Docusaurus renders as if there were no fence. */
const WRAPPER = /^(`{3,})mdx-code-block$/;

/** Quote and list marks before a line's text. */
const LEADING = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ x]\][ \t]+)?)?/i;

const GRID_BORDER = /^\+(?:[-=:]+\+)+$/;
const SIMPLE_RULER = /^-{3,}(?: +-{3,})+$/;
const TABLE_END = /^-{10,}$/;

/** Maximum lines that are searched for the end of a table. */
const MAX_ROWS = 300;

class LineMasker {
  /** The original lines. */
  readonly #written: readonly string[];
  /** The lines with the fillers inserted so far. */
  readonly #lines: string[];
  readonly tables: { readonly first: number; readonly last: number }[] = [];
  readonly apart: number[] = [];
  /** Columns of the admonitions and tabs that may contain the current line. */
  readonly #boxes: number[] = [];
  #at = 0;
  /** Open directive fences. */
  readonly #fences: string[] = [];
  /** Fence of the code block that contains the current line. */
  #code: string | undefined;
  /** Regions that are known to have no end from here on. */
  readonly #unclosed = new Set<RegExp>();

  readonly #mdx: boolean;

  constructor(written: readonly string[], filled: readonly string[], mdx: boolean) {
    this.#mdx = mdx;
    this.#written = written;
    this.#lines = [...filled];
  }

  mask(): readonly string[] {
    if (/^%[ \t]/.test(this.#lines[0] ?? "")) this.#titleBlock();
    for (; this.#at < this.#lines.length; this.#at++) this.#line();
    return this.#lines;
  }

  #line(): void {
    const { lead, text } = this.#read(this.#at);
    this.#leaveBoxes(text);
    if (text === "" || this.#isCode(text)) return;
    const written = this.#written[this.#at]!.slice(lead.length);
    const region = REGIONS.find(({ open }) => open.test(written));
    if (region && this.#region(region.close)) return;
    if (GRID_BORDER.test(text)) this.#table(this.#at, () => this.#fillWhile((line) => /^[|+]/.test(line)));
    else if (SIMPLE_RULER.test(text) && this.#read(this.#at + 1).text) this.#simpleTable();
    else if (TABLE_END.test(text) && this.#rulerFollows()) this.#simpleTable();
    else if (text.startsWith("|")) this.#bars();
    else if (!this.#directive(lead, text)) {
      const isBreak = text === "+++" && this.#lines[0] !== "+++";
      const isTemplate = written.startsWith("{") && /^[\ue001\u2e0e\s]*$/.test(text);
      const isMarker = isBreak || isTemplate || isMarkerLine(text, this.#mdx);
      this.#set(lead, isMarker ? markerLine(text) : maskLine(text));
    }
  }

  /**
   * The content of an admonition is indented by four columns and ends at the first line that is not (Python-Markdown).
   */
  #leaveBoxes(text: string): void {
    if (text === "") return;
    const indent = /^[ \t>]*/.exec(this.#lines[this.#at]!)![0].replaceAll("\t", "    ").length;
    const open = this.#boxes.length;
    while (this.#boxes.length > 0 && indent < this.#boxes.at(-1)! + 4) this.#boxes.pop();
    if (this.#boxes.length < open && this.#lines[this.#at - 1]?.trim()) this.apart.push(this.#at);
    // With more columns it is code, or it continues a paragraph.
    const isBox = indent < (this.#boxes.length > 0 ? this.#boxes.at(-1)! + 8 : 4) && BOX_LINE.test(text);
    if (isBox) this.#boxes.push(indent);
  }

  /** Whether the line is in fenced code, fences included. An apparent table in it must not include the fence. */
  #isCode(text: string): boolean {
    const fence = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
    if (this.#code === undefined) {
      const closesDirective = this.#fences.length > 0 && fence === text && text.startsWith(this.#fences.at(-1)!);
      const opens = fence !== undefined && !closesDirective && !PROSE_DIRECTIVE.test(text) && !WRAPPER.test(text);
      if (opens && !(fence.startsWith("`") && text.includes("`", fence.length))) this.#code = fence;
      return this.#code !== undefined;
    }
    if (fence === text && text.startsWith(this.#code)) this.#code = undefined;
    return true;
  }

  #read(at: number): { lead: string; text: string } {
    const line = this.#lines[at] ?? "";
    const lead = LEADING.exec(line)![0];
    return { lead, text: line.slice(lead.length).trimEnd() };
  }

  #set(lead: string, text: string): void {
    this.#lines[this.#at] = lead + text + this.#lines[this.#at]!.slice(lead.length + text.length);
  }

  #fill(): void {
    const { lead, text } = this.#read(this.#at);
    this.#set(lead, markerLine(text));
  }

  /** Fills this line and the following ones while `goesOn`; ends on the last of them. */
  #fillWhile(goesOn: (text: string) => boolean): void {
    this.#fill();
    while (this.#at + 1 < this.#lines.length && goesOn(this.#read(this.#at + 1).text)) {
      this.#at++;
      this.#fill();
    }
  }

  #region(close: RegExp): boolean {
    if (this.#unclosed.has(close)) return false;
    let end = this.#at;
    while (end < this.#lines.length && !close.test(this.#written[end]!.trimEnd().slice(this.#read(end).lead.length)))
      end++;
    if (end === this.#lines.length) {
      this.#unclosed.add(close);
      return false;
    }
    this.#fillWhile(() => this.#at < end);
    return true;
  }

  #table(first: number, fill: () => void): void {
    fill();
    this.tables.push({ first, last: this.#at });
  }

  /** A multi-line heading is between a line of dashes and the ruler. */
  #rulerFollows(): boolean {
    let at = this.#at + 1;
    while (at < this.#at + 6 && this.#read(at).text && !SIMPLE_RULER.test(this.#read(at).text)) at++;
    return SIMPLE_RULER.test(this.#read(at).text);
  }

  /**
   * Pandoc tables without lines. Their columns are positions, so the whole table is left unchanged. With a single-line
   * heading above the ruler it ends at a blank line, otherwise at a line of dashes (blank lines separate rows).
   */
  #simpleTable(): void {
    const isRuler = (text: string) => SIMPLE_RULER.test(text) || TABLE_END.test(text);
    const begin = this.#at;
    if (SIMPLE_RULER.test(this.#read(begin).text) && begin > 0 && this.#read(begin - 1).text) {
      this.#at--;
      this.#fill();
      this.#at++;
      this.#table(begin - 1, () => this.#fillWhile((line) => line !== ""));
      return;
    }
    let end = begin + 1;
    if (TABLE_END.test(this.#read(begin).text)) while (!SIMPLE_RULER.test(this.#read(end++).text));
    while (end < begin + MAX_ROWS && !isRuler(this.#read(end).text)) end++;
    const isClosed = isRuler(this.#read(end).text);
    this.#table(begin, () => this.#fillWhile((line) => (isClosed ? this.#at < end : line !== "")));
  }

  /** Lines that begin with a vertical bar are a table if a row of dashes follows, rows of a table, or verse. */
  #bars(): void {
    const first = this.#at;
    let end = first;
    let isTable = first > 0 && this.#read(first - 1).text.includes("|");
    for (let { text } = this.#read(end); text.startsWith("|"); { text } = this.#read(++end)) {
      isTable ||= text.includes("-") && /^[|:\s-]+$/.test(text);
    }
    for (; this.#at < end && !isTable; this.#at++) {
      const { lead, text } = this.#read(this.#at);
      const bar = /^\|(?:[ \t]+|$)/.exec(text)?.[0].length ?? 0;
      this.#set(lead, fillAround(text, bar, text.length));
    }
    this.#at = end - 1;
  }

  /** A directive with Markdown content: its fences and options stay, the content is parsed. */
  #directive(lead: string, text: string): boolean {
    const open = this.#fences.at(-1);
    if (open && text.startsWith(open) && text === open[0]!.repeat(text.length)) {
      this.#fences.pop();
      this.#set(lead, " ".repeat(text.length));
      return true;
    }
    const wrapper = WRAPPER.exec(text)?.[1];
    if (wrapper) {
      this.#fences.push(wrapper);
      this.#set(lead, " ".repeat(text.length));
      return true;
    }
    const [marker, fence, titled] = PROSE_DIRECTIVE.exec(text) ?? [];
    if (marker === undefined) return false;
    this.#fences.push(fence!);
    this.#set(
      lead,
      titled ? FILLER.line + fillAround(text, marker.length, text.length).slice(1) : " ".repeat(text.length),
    );
    const next = () => this.#read(this.#at + 1).text;
    if (next() === "---") {
      this.#at++;
      this.#fillWhile((line) => line !== "---" && line !== "");
      if (next() === "---") this.#fillWhile((line) => line === "---");
    }
    while (/^:[\w-]{1,60}:(?:\s|$)/.test(next())) {
      this.#at++;
      this.#fill();
    }
    return true;
  }

  /** Pandoc's title, authors and date, of which only the title is translated. */
  #titleBlock(): void {
    let field = 0;
    for (; this.#at < MAX_ROWS; this.#at++) {
      const line = this.#lines[this.#at] ?? "";
      if (line.startsWith("%")) field++;
      if (field > 3 || !/^[% \t]\s*\S/.test(line)) return;
      if (field > 1) this.#lines[this.#at] = markerLine(line);
      else if (line.startsWith("%")) this.#lines[this.#at] = fillAround(line, 2, line.length);
    }
  }
}
