import { decodeText, looksLikeText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import type { Piece } from "@/lib/formats/inline";
import { type Line, linesOf } from "@/lib/formats/lines";
import type { Patch } from "@/lib/formats/splice";
import { type Slot, textDocument } from "@/lib/formats/text-document";
import { HeadingLinks, type LightMarkup, lightSlot } from "./light-markup";

/** Org mode of Emacs. */
export const org: Format = {
  id: "org",
  name: "Org mode",
  extensions: ["org"],
  mediaTypes: ["text/org"],
  translates:
    "Headings, paragraphs, lists, tables, quotations and verses, texts of links, footnotes, and the title, subtitle, description and captions. #+LANGUAGE is set.",
  leaves:
    "Source, example and export blocks, properties, drawers, planning, tags, keywords, formulas, time stamps, comments, and text between = or ~.",
  matches: (bytes, extension) => extension === "org" && looksLikeText(bytes),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const reader = new OrgReader(decoded.text, options);
    const slots = reader.read();
    return textDocument(org, {
      decoded,
      slots,
      declaredLanguage: reader.language,
      marks: (target, texts) => [...reader.marks(target), ...reader.links.patches(slots, texts)],
    });
  },
};

const BLOCK = /^\s*#\+begin_(\S{1,60})/i;
/** Blocks whose content is prose. */
const PROSE = /^(?:quote|verse|center|abstract|note|tip|warning|important|caution|info|details|summary|aside)$/i;
const SHOWN = /^\s*#\+(?:title|subtitle|description|caption)(?:\[[^\]\n]*\])?:[ \t]*/i;
const LANGUAGE = /^\s*#\+language:[ \t]*(\S+)/i;
const STATES = /^\s*#\+(?:seq_|typ_)?todo:(.*)/i;
const [END, FORMULA_END, DRAWER_END] = [/^\s*#\+end_/i, /^\s*\\end\{/, /^\s*:end:\s*$/i];
const DRAWER = /^\s*:(?:properties|logbook|clock|results):\s*$/i;
/** Lines without text: keywords, comments, fixed-width text, planning, rules, ends of drawers and blocks. */
const LEFT = /^\s*(?:#(?:\+|\s|$)|:(?:\s|$|[\w-]+:\s*$)|(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):|-{5,}\s*$|%%\()/;
const ITEM = /^(?:\s*(?:[-+]|\d{1,4}[.)]|[A-Za-z][.)])|\s+\*)\s+(?:\[@\d{1,4}\]\s+)?(?:\[[ X-]\]\s+)?/;
const NOTE = /^\[fn:[\w-]{1,60}\]\s+/;
const ROW = /^\s*\|/;

class OrgReader {
  language: string | undefined;
  marks: (target: string) => Patch[] = () => [];
  readonly links = new HeadingLinks();
  readonly #markup: LightMarkup;
  readonly #slots: Slot[] = [];
  readonly #unclosed = new Set<RegExp>();
  readonly #states = new Set("TODO DONE NEXT WAIT WAITING HOLD STARTED CANCELED CANCELLED".split(" "));

  constructor(
    private readonly source: string,
    options: FormatOptions,
  ) {
    const glue = { text: GLUE, marks: /^[=~]/, before: /[^\s\u200b({'"-]/, after: /[^\s\u200b.,;:!?'")}\\[-]/ };
    this.#markup = { escape: escapeOrg, escapeStart, glue, language: options.source ?? "en" };
  }

  read(): Slot[] {
    const lines = linesOf(this.source);
    for (let at = 0; at < lines.length; ) at = this.#block(lines, at);
    return this.#slots;
  }

  /** Reads a block. Returns the line after it. */
  #block(lines: readonly Line[], at: number): number {
    const { text, start, end } = lines[at]!;
    const block = BLOCK.exec(text)?.[1];
    if (text.trim() === "") return at + 1;
    if (block !== undefined && !PROSE.test(block)) return this.#endOf(lines, at, END);
    if (/^\s*\\begin\{/.test(text)) return this.#endOf(lines, at, FORMULA_END);
    if (DRAWER.test(text)) return this.#endOf(lines, at, DRAWER_END);
    if (/^\*+\s/.test(text)) this.#heading(lines[at]!);
    else if (SHOWN.test(text)) this.#unit(start + SHOWN.exec(text)![0].length, end);
    else if (ROW.test(text)) this.#row(lines[at]!);
    else if (LEFT.test(text)) this.#keyword(lines[at]!);
    else return this.#paragraph(lines, at);
    return at + 1;
  }

  /** The line after a block. A block without an end is only its first line. */
  #endOf(lines: readonly Line[], at: number, end: RegExp): number {
    if (this.#unclosed.has(end)) return at + 1;
    for (let next = at + 1; next < lines.length; next++) if (end.test(lines[next]!.text)) return next + 1;
    this.#unclosed.add(end);
    return at + 1;
  }

  #heading({ start, text }: Line): void {
    let from = start + /^\*+\s+/.exec(text)![0].length;
    const word = /^([\p{L}\d_-]+)\s+/u.exec(text.slice(from - start));
    if (word && this.#states.has(word[1]!)) from += word[0].length;
    from += /^(?:\[#.\]\s+)?(?:COMMENT\s+)?/.exec(text.slice(from - start))![0].length;
    const tags = /\s+:[\p{L}\p{N}_@#%:]+:\s*$/u.exec(text.slice(from - start))?.[0].length ?? 0;
    const end = start + text.length - tags;
    const slot = this.#unit(from, end);
    this.links.addHeading(this.source.slice(from, end).replace(/\s*\[\d{0,4}(?:\/\d{0,4}|%)\]/g, ""), slot);
  }

  #keyword({ start, text }: Line): void {
    for (const state of STATES.exec(text)?.[1]?.match(/[\p{L}_-]+/gu) ?? []) this.#states.add(state);
    const language = LANGUAGE.exec(text);
    if (!language || this.language !== undefined) return;
    this.language = language[1]!;
    const end = start + language[0].length;
    this.marks = (target) => [{ start: end - this.language!.length, end, raw: [target] }];
  }

  #row({ start, text }: Line): void {
    if (/^\s*\|[-+|\s]*$/.test(text)) return;
    let from = text.indexOf("|") + 1;
    for (let bar = text.indexOf("|", from); from < text.length; bar = text.indexOf("|", from)) {
      const to = bar < 0 ? text.length : bar;
      const cell = text.slice(from, to);
      if (!/^\s*<[lrc]?\d*>\s*$/.test(cell)) this.#unit(start + from, start + to);
      from = to + 1;
    }
  }

  /** A paragraph with an optional marker of an item or note. */
  #paragraph(lines: readonly Line[], at: number): number {
    const { start, text } = lines[at]!;
    let from = start + (ITEM.exec(text) ?? NOTE.exec(text) ?? [""])[0].length;
    const term = /^(.{1,500}?)\s+::(?:\s+|$)/.exec(text.slice(from - start));
    if (term && from > start) {
      this.#unit(from, from + term[1]!.length);
      from += term[0].length;
    }
    let last = at;
    while (lines[last + 1] && !endsParagraph(lines[last + 1]!.text)) last++;
    this.#unit(from, Math.max(from, lines[last]!.end));
    return last + 1;
  }

  #unit(start: number, end: number): Slot | undefined {
    const pieces: Piece[] = [];
    addPieces(this.source, start, end, pieces, 0);
    for (const piece of pieces) {
      const heading = "raw" in piece && piece.type !== "close" ? /^\[\[\*([^[\]]+)\]/.exec(piece.raw)?.[1] : undefined;
      if (heading !== undefined) this.links.addLink(piece.start + 3, heading);
    }
    const [slot] = lightSlot(pieces, this.source, start, this.#markup);
    if (slot) this.#slots.push(slot);
    return slot;
  }
}

function endsParagraph(text: string): boolean {
  return (
    text.trim() === "" ||
    /^\*+\s|^\s*\\begin\{/.test(text) ||
    [LEFT, ITEM, NOTE, ROW, BLOCK].some((kind) => kind.test(text))
  );
}

/** Parts of a sentence that are not text: notes, citations, times, targets, exports, macros, formulas, calls. */
const CODES = [
  /\[(?:fn|cite)[:/][^[\]\n]{0,1000}\]/,
  /(?:<|\[)\d{4}-\d\d-\d\d[^<>[\]\n]{0,60}(?:>|\])/,
  /<<<?[^<>\n]{1,200}>>>?/,
  /@@[\w-]{1,30}:(?:(?!@@).){0,500}@@/,
  /\{\{\{[^{}]{1,300}\}\}\}/,
  /\\\((?:(?!\\\)).){1,500}\\\)|\\\[(?:(?!\\\]).){1,500}\\\]|\$[^\s$](?:[^$\n]{0,300}[^\s$])?\$(?!\d)/,
  /\\[A-Za-z]{2,20}(?:\{\})?/,
  /(?:src|call)_[\w-]{1,40}(?:\[[^\]\n]{0,200}\])?[{(][^{}()\n]{0,300}[})]/,
].map(({ source }) => source);

const INLINE = new RegExp(
  [
    /\[\[(?<target>[^[\]]{1,500})\](?:\[(?<text>(?:(?!\]\])[\s\S]){1,500})\])?\]/.source,
    `(?<code>${CODES.join("|")})`,
    /(?<break>\\\\[ \t]*(?:\r\n|\r|\n|$))/.source,
    /(?<cookie>\[\d{0,4}(?:\/\d{0,4}|%)\])/.source,
    /(?<![^\s\u200b({'"-])(?<mark>[*/_+=~])(?!\s)(?<inner>[\s\S]{1,250}?)(?<!\s)\k<mark>(?![^\s\u200b.,;:!?'")}\\[-])/
      .source,
  ].join("|"),
  "g",
);

/** Maximum nesting; deeper emphasis is read as text. */
const MAX_DEPTH = 5;

function addPieces(source: string, from: number, end: number, pieces: Piece[], depth: number): void {
  const content = source.slice(from, end);
  let at = 0;
  const addText = (to: number) => {
    const text = content.slice(at, to).replace(/\s+/g, " ").replaceAll(GLUE, "");
    if (to > at) pieces.push({ type: "text", start: from + at, end: from + to, text });
  };
  for (const match of depth > MAX_DEPTH ? [] : content.matchAll(INLINE)) {
    const { target, text, code, mark, inner } = match.groups!;
    const [start, until] = [match.index, match.index + match[0].length];
    addText(start);
    const raw = match[0];
    const name = `${from + start}`;
    const place = { start: from + start, end: from + until, raw };
    if (text !== undefined || (mark !== undefined && !/[=~]/.test(mark))) {
      const opener = mark ?? `[[${target}][`;
      const closer = mark ?? "]]";
      const kind = mark === undefined ? "pair" : "format";
      const inside = from + start + opener.length;
      const close = from + until - closer.length;
      pieces.push({ type: "open", start: place.start, end: inside, raw: opener, name, kind });
      addPieces(source, inside, close, pieces, depth + 1);
      pieces.push({ type: "close", start: close, end: place.end, raw: closer, name, kind });
    } else if (match.groups!.break !== undefined)
      pieces.push({ type: "single", kind: "single", ...place, equiv: "\n" });
    else {
      const equiv = (inner ?? target ?? code ?? raw).slice(0, 100);
      const isCookie = match.groups!.cookie !== undefined;
      pieces.push({
        type: "single",
        kind: isCookie ? "single" : "placeholder",
        ...place,
        ...(isCookie ? {} : { equiv }),
      });
    }
    at = until;
  }
  addText(content.length);
}

/** Org prevents markup with a zero-width space. */
const GLUE = "\u200b";

function escapeOrg(plain: string, isLinked: boolean): string {
  const escaped = plain.replace(INLINE, `${GLUE}$&`).replaceAll("|", "\\vert{}");
  return isLinked ? escaped.replace(/\](?=\])/g, `]${GLUE}`) : escaped;
}

function escapeStart(text: string): string {
  const isMarkup = /^\*+\s/.test(text) || [LEFT, ITEM, NOTE, ROW, SHOWN, DRAWER].some((kind) => kind.test(text));
  return isMarkup ? GLUE + text : text;
}
