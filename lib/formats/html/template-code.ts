import { holeEnd } from "@/lib/formats/code/js-lexer";
import type { Piece } from "@/lib/formats/inline";
import type { Span } from "@/lib/formats/splice";
import { blockPart, isBranch } from "@/lib/text/message/fields";

/** Template languages whose pages are HTML with code in it. */
export type TemplateLanguage = "erb" | "ejs" | "hbs" | "vue" | "svelte";

/** Code is replaced by noncharacters: one at its start, another one for the rest of it. */
const MASKED = /\ufdd1\ufdd2*/g;

/** Long code is identified by its beginning and its end. */
const MAX_ENDS = 200;

/** Replaces masked code of a text by one character. */
export function withoutMasks(text: string): string {
  return text.replace(MASKED, "…");
}

/**
 * Code in a page. It is masked before the page is parsed as HTML, so that it is never parsed as markup, and stays as
 * written in every text and attribute.
 */
export class TemplateCode {
  readonly #spans: readonly Span[];

  constructor(
    private readonly source: string,
    private readonly language?: TemplateLanguage,
    range: Span = { start: 0, end: source.length },
  ) {
    this.#spans = language ? [...codeIn(source, language, range)] : [];
  }

  /** The source with masked code, at the same offsets. */
  get masked(): string {
    let text = "";
    let from = 0;
    for (const { start, end } of this.#spans) {
      // A tag whose name is code is still a tag.
      const isName = /<\/?$/.test(this.source.slice(Math.max(0, start - 2), start));
      const [first, rest] = isName ? ["x", "x"] : ["\ufdd1", "\ufdd2"];
      text += this.source.slice(from, start) + first + rest.repeat(end - start - 1);
      from = end;
    }
    return text + this.source.slice(from);
  }

  /** The pieces of a masked text in a range. */
  pieces(text: string, start: number, end: number): Piece[] {
    const spans = this.#within(start, end);
    if (spans.length === 0) return [{ type: "text", start, end, text }];
    let from = start;
    return text.split(MASKED).flatMap((part, index): Piece[] => {
      const span = spans[index] ?? { start: end, end };
      const before: Piece[] = span.start > from ? [{ type: "text", start: from, end: span.start, text: part }] : [];
      from = span.end;
      return span.end > span.start ? [...before, this.#codePiece(span)] : before;
    });
  }

  /** True for a statement alone on its line, which separates the texts before and after it. */
  isAlone(piece: Piece): boolean {
    if (piece.type === "text" || (piece.type === "single" && piece.kind === "placeholder")) return false;
    if (this.#within(piece.start, piece.end).length === 0) return false;
    const isBlankTo = (at: number, step: -1 | 1) => {
      let index = at;
      while (this.source[index] === " " || this.source[index] === "\t") index += step;
      return this.source[index] === undefined || "\r\n".includes(this.source[index]!);
    };
    return isBlankTo(piece.start - 1, -1) && isBlankTo(piece.end, 1);
  }

  /** Braces in a text that would start code. */
  escapeBraces(html: string): string {
    if (this.language === "svelte") return html.replaceAll("{", "&#123;").replaceAll("}", "&#125;");
    return this.language === "hbs" || this.language === "vue" ? html.replace(/\{(?=\{)/g, "&#123;") : html;
  }

  #codePiece({ start, end }: Span): Piece {
    const raw = this.source.slice(start, end);
    const ends = raw.length > 2 * MAX_ENDS ? raw.slice(0, MAX_ENDS) + raw.slice(-MAX_ENDS) : raw;
    const tag = ends.replace(/^(\{{2,3})~/, "$1");
    const place = { start, end, raw };
    if (isBranch(tag) || /^\{:|^\{\{\^~?\}\}$/.test(tag))
      return { type: "single", kind: "single", ...place, equiv: "\n" };
    const block = blockPart(tag);
    if (block) return { type: block.kind, ...place, name: block.name, kind: "pair" };
    const isShown = (this.language === "ejs" ? /^<%[=-]/ : /^(?:<%=|\{\{\{?[^#/^!>{]|\{[^#/@:{]|\{@html\b)/).test(tag);
    return { type: "single", kind: isShown ? "placeholder" : "single", ...place, ...(isShown ? { equiv: raw } : {}) };
  }

  #within(start: number, end: number): readonly Span[] {
    let [low, high] = [0, this.#spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#spans[middle]!.start < start) low = middle + 1;
      else high = middle;
    }
    let last = low;
    while (last < this.#spans.length && this.#spans[last]!.end <= end) last++;
    return this.#spans.slice(low, last);
  }
}

/** Starts of code, or text without code. A literal noncharacter counts as code, so that it is not read as a mask. */
const OPENERS: Readonly<Record<TemplateLanguage, RegExp>> = {
  erb: /<%%|<%|[\ufdd1\ufdd2]+/g,
  ejs: /<%%|<%|[\ufdd1\ufdd2]+/g,
  hbs: /\{\{|[\ufdd1\ufdd2]+/g,
  vue: /\{\{|[\ufdd1\ufdd2]+/g,
  svelte: /<!--|<script\b|<style\b|\{|[\ufdd1\ufdd2]+/gi,
};

/** Code without end extends to the end of the text. */
function* codeIn(source: string, language: TemplateLanguage, range: Span): Generator<Span> {
  const opener = new RegExp(OPENERS[language]);
  let at = range.start;
  for (;;) {
    opener.lastIndex = at;
    const match = opener.exec(source);
    if (!match || match.index >= range.end) return;
    const end = Math.min(range.end, endOf(source, match[0].toLowerCase(), match.index));
    if (!/^<[!s]/i.test(match[0])) yield { start: match.index, end };
    at = end;
  }
}

function endOf(source: string, opener: string, start: number): number {
  const after = (closer: string, from = start) => {
    const found = source.indexOf(closer, from);
    return found < 0 ? source.length : found + closer.length;
  };
  if (opener === "<%") return endOfScript(source, start, endOfTag(source, start));
  if (opener === "<!--") return after("-->", start + 2);
  if (opener === "<script" || opener === "<style") {
    const close = new RegExp(`</${opener.slice(1)}`, "gi");
    close.lastIndex = start;
    return close.exec(source)?.index ?? source.length;
  }
  if (opener === "{") return holeEnd(source, start + 1, source.length) ?? source.length;
  if (opener !== "{{") return start + opener.length;
  if (/^\{\{~?!--/.test(source.slice(start, start + 6))) return after("}}", source.indexOf("--", start + 5));
  if (/^\{\{~?!/.test(source.slice(start, start + 4))) return after("}}");
  if (source.startsWith("{{{{", start)) return after("}}}}", source.indexOf("{{{{/", start));
  return endOfMustache(source, start);
}

const TAG_END = /(?<!%)%>/g;

/** In a tag, `%%>` means the characters `%>` (ERB and EJS). */
function endOfTag(source: string, start: number): number {
  TAG_END.lastIndex = start + 2;
  const end = TAG_END.exec(source)?.index ?? source.indexOf("%>", start);
  return end < 0 ? source.length : end + 2;
}

/** End of the block of Rails' `javascript_tag do`, whose content is a script. */
function endOfScript(source: string, start: number, end: number): number {
  if (end - start > MAX_ENDS || !/^<%=\s*javascript_tag\b.*\bdo\s*-?%>$/s.test(source.slice(start, end))) return end;
  let depth = 1;
  for (let at = source.indexOf("<%", end); at >= 0; at = source.indexOf("<%", at + 2)) {
    const close = source.indexOf("%>", at) + 2;
    if (close < 2) break;
    const kind = close - at > MAX_ENDS ? undefined : blockPart(source.slice(at, close))?.kind;
    depth += kind === "open" ? 1 : kind === "close" ? -1 : 0;
    if (depth === 0) return close;
  }
  return source.length;
}

const IN_MUSTACHE = /"[^"]*"|'[^'\n]*'|\}\}+/g;

/** Skips strings, which may contain braces. */
function endOfMustache(source: string, start: number): number {
  IN_MUSTACHE.lastIndex = start;
  for (let match = IN_MUSTACHE.exec(source); match; match = IN_MUSTACHE.exec(source)) {
    const closer = source.startsWith("{{{", start) ? 3 : 2;
    if (match[0][0] === "}") return match.index + Math.min(closer, match[0].length);
    if (/\}\}[\s\S]*\{\{/.test(match[0])) return source.indexOf("}}", match.index) + 2;
  }
  return source.length;
}
