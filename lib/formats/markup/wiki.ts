import { decodeText, looksLikeText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import type { Piece } from "@/lib/formats/inline";
import type { Span } from "@/lib/formats/splice";
import { type Slot, textDocument } from "@/lib/formats/text-document";
import { HeadingLinks, type LightMarkup, lightSlot } from "./light-markup";

/** Pages of MediaWiki. */
export const wiki: Format = {
  id: "wiki",
  name: "MediaWiki",
  extensions: ["mediawiki", "wiki", "wikitext"],
  mediaTypes: ["text/x-wiki"],
  translates:
    "Headings, paragraphs, lists, cells and captions of tables, texts of links, captions of pictures and galleries, and references.",
  leaves:
    "Templates with their arguments, targets of links, categories, formulas, listings, the content of nowiki and pre, comments, and behaviour switches.",
  matches: (bytes, extension) => wiki.extensions.includes(extension) && looksLikeText(bytes),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const reader = new WikiReader(decoded.text, options);
    const slots = reader.read();
    return textDocument(wiki, { decoded, slots, marks: (_, texts) => reader.links.patches(slots, texts) });
  },
};

/** Elements without markup inside. A reference contains text. */
const RAW =
  "pre|nowiki|math|chem|source|syntaxhighlight|gallery|score|timeline|templatedata|graph|mapframe|imagemap|hiero|ref";
const OPENER = new RegExp(`\\{\\{\\{[^{}]{0,200}\\}\\}\\}|\\{\\{|\\}\\}|<!--|<(${RAW})(?:\\s[^<>]{0,500})?>`, "gi");

/** Markup that can span lines or contain other markup: templates, comments and raw elements. In order. */
function opaqueSpans(source: string): Span[] {
  const spans: Span[] = [];
  const unclosed = new Set<string>();
  const open: number[] = [];
  const opener = new RegExp(OPENER);
  for (let match = opener.exec(source); match; match = opener.exec(source)) {
    const { 0: raw, 1: name, index } = match;
    if (raw.startsWith("{{{")) {
      if (open.length === 0) spans.push({ start: index, end: opener.lastIndex });
    } else if (raw === "{{") open.push(index);
    else if (raw === "}}") {
      const start = open.pop();
      if (start !== undefined && open.length === 0) spans.push({ start, end: opener.lastIndex });
    } else if (!raw.endsWith("/>")) {
      const closer = name === undefined ? "-->" : `</${name}`;
      const end = unclosed.has(closer) ? -1 : source.indexOf(closer, opener.lastIndex);
      if (end < 0) unclosed.add(closer);
      else {
        opener.lastIndex = name === undefined ? end + 3 : source.indexOf(">", end) + 1 || source.length;
        if (open.length === 0) spans.push({ start: index, end: opener.lastIndex });
      }
    }
  }
  return spans;
}

const LIST = /^[*#:;]+[ \t]*/;
const HEADING = /^(={1,6})[ \t]*([^\r\n]*?)[ \t]*\1[ \t]*$/;
const LEFT = /^(?:-{4,}|#(?:redirect|weiterleitung|redirección)\b|\{\||\|\}|\|-)/i;
const TAGS = /^(?:\s*<\/?[a-z][^<>]{0,500}>)*\s*$/i;
/** Attributes before the content of a cell. */
const ATTRIBUTES = /^[^|[\]{}<>\r\n]{0,500}=[^|[\]{}<>\r\n]{0,500}\|(?!\|)/;

class WikiReader {
  readonly links = new HeadingLinks();
  readonly #slots: Slot[] = [];
  readonly #markup: LightMarkup;
  readonly #spans: ReadonlyMap<number, number>;
  readonly #ordered: readonly Span[];
  #tables = 0;

  constructor(
    private readonly source: string,
    options: FormatOptions,
  ) {
    this.#ordered = opaqueSpans(source);
    this.#spans = new Map(this.#ordered.map(({ start, end }) => [start, end]));
    this.#markup = { escape: escapeWiki, escapeStart, language: options.source ?? "en" };
  }

  read(): Slot[] {
    let paragraph: Span | undefined;
    const flush = () => {
      if (paragraph) this.#unit(paragraph.start, paragraph.end);
      paragraph = undefined;
    };
    for (const line of this.#lines()) {
      if (this.#isPlain(line)) paragraph = { start: paragraph?.start ?? line.start, end: line.end };
      else {
        flush();
        this.#line(line);
      }
    }
    flush();
    return this.#slots;
  }

  /** Lines of the page. Lines within a template or raw element are one line. */
  *#lines(): Generator<Span> {
    let start = 0;
    let next = 0;
    for (const { index, 0: raw } of this.source.matchAll(/\r\n|\r|\n/g)) {
      while (this.#ordered[next] && this.#ordered[next]!.end <= index) next++;
      if (this.#ordered[next] && this.#ordered[next]!.start < index) continue;
      yield { start, end: index };
      start = index + raw.length;
    }
    yield { start, end: this.source.length };
  }

  #isPlain({ start, end }: Span): boolean {
    const text = this.source.slice(start, Math.min(end, start + 500));
    if (this.#isBlank(start, end) || /^[ \t]/.test(text)) return false;
    if (LIST.test(text) || LEFT.test(text) || HEADING.test(this.source.slice(start, end))) return false;
    return this.#tables === 0 || !/^[|!]/.test(text);
  }

  /** Whether a text has no words outside of templates and tags; references and galleries count as words. */
  #isBlank(start: number, end: number): boolean {
    let rest = "";
    for (let at = start; at < end; ) {
      const close = this.#spans.get(at);
      if (close !== undefined && /^<(?:ref|gallery)\b[^<>]{0,500}>[^<]/i.test(this.source.slice(at, at + 600)))
        return false;
      if (close !== undefined) at = close;
      else rest += this.source[at++];
      if (rest.length > 600) return false;
    }
    return TAGS.test(rest);
  }

  #line({ start, end }: Span): void {
    const text = this.source.slice(start, end);
    const trimmed = text.trimStart();
    if (trimmed.startsWith("{|")) this.#tables++;
    else if (trimmed.startsWith("|}")) this.#tables = Math.max(0, this.#tables - 1);
    else if (this.#tables > 0 && /^[|!]/.test(trimmed) && !trimmed.startsWith("|-"))
      this.#cells(end - trimmed.length, end);
    else if (LEFT.test(trimmed) || this.#isBlank(start, end)) return;
    else if (this.#tables === 0 && /^[ \t]/.test(text)) return;
    else {
      const heading = HEADING.exec(text);
      const list = LIST.exec(text)?.[0].length ?? 0;
      const from = heading ? start + text.indexOf(heading[2]!, heading[1]!.length) : start + list;
      const slot = this.#unit(from, heading ? from + heading[2]!.length : end);
      if (heading) this.links.addHeading(heading[2]!, slot);
    }
  }

  /** Reads cells: `| a || b`, `! a !! b`, `|+ caption`, each perhaps after attributes. */
  #cells(start: number, end: number): void {
    const isHead = this.source[start] === "!";
    let from = start + (this.source[start + 1] === "+" ? 2 : 1);
    for (let at = from; at <= end; at++) {
      const close = this.#spans.get(at) ?? (this.source.startsWith("[[", at) ? this.#linkEnd(at, end) : undefined);
      if (close !== undefined && close <= end) {
        at = close - 1;
        continue;
      }
      const isBorder = this.source.startsWith("||", at) || (isHead && this.source.startsWith("!!", at));
      if (!isBorder && at < end) continue;
      const attributes = ATTRIBUTES.exec(this.source.slice(from, Math.min(at, from + 1_100)))?.[0].length ?? 0;
      this.#unit(from + attributes, at);
      from = at + 2;
      at++;
    }
  }

  #unit(start: number, end: number): Slot | undefined {
    const [slot] = end > start ? lightSlot(this.#pieces(start, end), this.source, start, this.#markup) : [];
    if (slot) this.#slots.push(slot);
    return slot;
  }

  #linkEnd(at: number, end: number): number | undefined {
    let depth = 0;
    for (const { 0: raw, index } of this.source.slice(at, Math.min(end, at + 2_000)).matchAll(/\[\[|\]\]/g)) {
      depth += raw === "[[" ? 1 : -1;
      if (depth === 0) return at + index + 2;
    }
  }

  #pieces(start: number, end: number): Piece[] {
    const pieces: Piece[] = [];
    let from = start;
    const add = (...added: Piece[]) => {
      const until = added[0]!.start;
      if (until > from)
        pieces.push({ type: "text", start: from, end: until, text: decode(this.source.slice(from, until)) });
      pieces.push(...added);
      from = added.at(-1)!.end;
    };
    const isOpen = { "''": false, "'''": false };
    const content = this.source.slice(start, end);
    for (const { 0: raw, index: offset } of content.matchAll(MARK)) {
      const index = start + offset;
      if (index < from) continue;
      const until = Math.min(this.#spans.get(index) ?? 0, end);
      const found = until > index ? this.#opaque(index, until) : this.#markupAt(raw, index, end, isOpen);
      if (found.length > 0) add(...found);
    }
    if (end > from) pieces.push({ type: "text", start: from, end, text: decode(this.source.slice(from, end)) });
    return pieces;
  }

  /** Reads an opaque span. A template acts as a word; a reference has a separate text. */
  #opaque(start: number, end: number): Piece[] {
    const raw = this.source.slice(start, end);
    const reference = /^<ref(?:\s[^<>]{0,500})?>/i.exec(raw)?.[0].length;
    if (reference) this.#unit(start + reference, start + raw.lastIndexOf("<"));
    if (/^<gallery\b/i.test(raw)) {
      for (const { 0: line, index } of raw.matchAll(/^[^|<>\r\n]{1,500}\|[^\r\n]+/gm))
        this.#unit(start + index + lastPart(line), start + index + line.length);
    }
    const isWord = /^(?:\{\{|<(?:math|chem|nowiki))/i.test(raw);
    const equiv = raw.replace(/<[^<>]*>/g, "").slice(0, 100);
    return [{ type: "single", kind: isWord ? "placeholder" : "single", start, end, raw, ...(isWord ? { equiv } : {}) }];
  }

  #markupAt(raw: string, at: number, end: number, isOpen: Record<"''" | "'''", boolean>): Piece[] {
    const place = (start: number, until: number) => ({ start, end: until, raw: this.source.slice(start, until) });
    const until = at + raw.length;
    if (until > end) return [];
    if (raw.startsWith("''")) return quotes(raw, at, isOpen);
    if (raw === "[[") return this.#link(at, end);
    if (raw === "[") return this.#address(at, end);
    if (raw.startsWith("<")) {
      const [, slash, name = "", empty] = /^<(\/?)([a-z][\w-]*)[\s\S]*?(\/?)>$/i.exec(raw) ?? [];
      const tag = name.toLowerCase();
      if (tag === "br") return [{ type: "single", kind: "single", ...place(at, until), equiv: "\n" }];
      if (empty || tag === "hr" || tag === "ref") return [{ type: "single", kind: "single", ...place(at, until) }];
      return [{ type: slash ? "close" : "open", ...place(at, until), name: `<${tag}`, kind: "pair" }];
    }
    return [{ type: "single", kind: "placeholder", ...place(at, until), equiv: raw }];
  }

  /** Reads `[[target|text]]`, `[[target]]`, and pictures, whose last part is their caption. */
  #link(at: number, end: number): Piece[] {
    const close = this.#linkEnd(at, end);
    if (close === undefined) return [];
    const content = this.source.slice(at + 2, close - 2);
    const whole = { start: at, end: close, raw: this.source.slice(at, close) };
    const bar = content.indexOf("|");
    const target = bar < 0 ? content : content.slice(0, bar);
    if (/^(?:file|image|datei|archivo|fichier):/i.test(target)) {
      const last = lastPart(content);
      if (
        last > 0 &&
        !/^(?:thumb|thumbnail|frame|frameless|border|left|right|center|none|\d*x?\d+px|upright.*|\w+=.*)$/i.test(
          content.slice(last).trim(),
        )
      )
        this.#unit(at + 2 + last, close - 2);
      return [{ type: "single", kind: "single", ...whole }];
    }
    if (/^(?:category|kategorie|categoría|catégorie|media|special|[a-z]{2,3}):/i.test(target) && bar < 0)
      return [{ type: "single", kind: "single", ...whole }];
    if (target.startsWith("#")) {
      this.links.addLink(at + 3, target.slice(1));
      if (bar < 0) return [{ type: "single", kind: "placeholder", ...whole, equiv: target.slice(1) }];
    }
    const name = `${at}`;
    const start = bar < 0 ? at + 2 : at + 3 + bar;
    const shown = bar < 0 ? target.replace(/^:/, "") : content.slice(bar + 1);
    if (shown.trim() === "" || /\n\s*\n/.test(shown))
      return [{ type: "single", kind: "placeholder", ...whole, equiv: target }];
    const from = close - 2 - shown.length;
    return [
      { type: "open", start: at, end: Math.max(start, from), raw: `[[${target}|`, name, kind: "pair" },
      ...this.#pieces(from, close - 2),
      { type: "close", start: close - 2, end: close, raw: "]]", name, kind: "pair" },
    ];
  }

  /** Reads `[https://example.org text]`. */
  #address(at: number, end: number): Piece[] {
    const [opener] =
      /^\[(?:https?:|ftp:|mailto:)?\/{0,2}[^\s[\]]{1,1000}[ \t]*/.exec(
        this.source.slice(at, Math.min(end, at + 1_100)),
      ) ?? [];
    if (!opener || !/^\[(?:https?:|ftp:|mailto:|\/\/)/.test(opener)) return [];
    const close = this.source.indexOf("]", at + opener.length);
    if (close < 0 || close >= end) return [];
    const start = at + opener.length;
    const whole = { start: at, end: close + 1, raw: this.source.slice(at, close + 1) };
    if (start === close) return [{ type: "single", kind: "placeholder", ...whole, equiv: opener.slice(1) }];
    const name = `${at}`;
    return [
      { type: "open", start: at, end: start, raw: opener, name, kind: "pair" },
      ...this.#pieces(start, close),
      { type: "close", start: close, end: close + 1, raw: "]", name, kind: "pair" },
    ];
  }
}

/** Runs of apostrophes, links, tags, signatures, switches and entities. */
const MARK = /'{2,}|\[\[?|\{\{|<!--|<\/?[a-z][^<>]{0,500}>|~{3,5}|__[A-Z]{3,30}__|&[a-z][a-z0-9]{1,20};/gi;

/** Two apostrophes are italic, three bold, five both; additional ones come first as text. */
function quotes(raw: string, at: number, isOpen: Record<"''" | "'''", boolean>): Piece[] {
  const length = raw.length === 4 ? 3 : Math.min(5, raw.length);
  let start = at + raw.length - length;
  const both = isOpen["'''"] ? (["''", "'''"] as const) : (["'''", "''"] as const);
  const marks = length === 5 ? both : ([length === 3 ? "'''" : "''"] as const);
  return marks.map((mark): Piece => {
    const piece = {
      type: isOpen[mark] ? "close" : "open",
      start,
      end: start + mark.length,
      raw: mark,
      name: mark,
    } as const;
    isOpen[mark] = !isOpen[mark];
    start += mark.length;
    return { ...piece, kind: "format" };
  });
}

/** Offset of the last part of a link, ignoring links within it. */
function lastPart(content: string): number {
  let [depth, last] = [0, 0];
  for (const { 0: raw, index } of content.matchAll(/\[\[|\]\]|\{\{|\}\}|\|/g)) {
    if (raw === "|") last = depth === 0 ? index + 1 : last;
    else depth += raw === "[[" || raw === "{{" ? 1 : -1;
  }
  return last;
}

function decode(raw: string): string {
  return raw
    .replace(/\s+/g, " ")
    .replace(/&#(\d{2,6});/g, (whole, code) => (Number(code) < 0x110000 ? String.fromCodePoint(Number(code)) : whole));
}

function reference(mark: string): string {
  return `&#${mark.codePointAt(0)};`;
}

/** Escapes markup in a translation as character references. */
function escapeWiki(plain: string, isLinked: boolean): string {
  const escaped = plain.replace(/'(?=')|\[(?=\[)|\{(?=\{)|~(?=~~)|\||&(?=#?\w+;)|<(?=[a-z/!])/gi, reference);
  return isLinked ? escaped.replace(/[[\]]/g, reference) : escaped;
}

function escapeStart(text: string): string {
  return LIST.test(text) || LEFT.test(text) || /^[ \t=|!]/.test(text) ? reference(text[0]!) + text.slice(1) : text;
}
