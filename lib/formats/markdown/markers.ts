import { lineStart } from "@/lib/formats/lines";

/**
 * Fillers that replace another program's marker, with the same length, so that offsets stay the same. In a text they
 * are codes. The parser reads them as letters (private use), except the last, an unused punctuation mark, because
 * emphasis may end before a bracket.
 */
export const FILLER = {
  /** Filler that splits a text in two. */
  apart: "\ue000",
  /** Splits a text in two, and separates its line from the next. */
  line: "\ue003",
  /** Stands for a word of the sentence. */
  word: "\ue001",
  /** Stands for a point in the sentence without meaning. */
  mark: "\u2e0e",
} as const;

export const FILLER_CHARACTER = /[\ue000-\ue003\u2e0e]/;

type Filler = (typeof FILLER)[keyof typeof FILLER];

/** Shortcodes and templates, attribute lists, roles before their code, citations, keys and wiki links. */
const INLINE =
  /\{\{[<%][^{}]{0,2000}\}\}|\{\{[^{}\n]{1,300}\}\}|\{%[^{}\n]{1,500}%\}|\{[^{}\n]{1,300}\}|\[[^[\]\n]{0,200}@[^[\]\n]{1,200}\](?![([:])|!?\[\[[^[\]|\n]{1,300}(?:\|(?:[^\]\n]|\](?!\])){0,300})?\]\](?![([])|\+\+[\w+-]{1,60}\+\+/g;

const ATTRIBUTES =
  /^\{\s*(?:(?:[#.][\w:./-]{1,100}|[\w:-]{1,60}=(?:"[^"]{0,200}"|'[^']{0,200}'|[^\s"'{}]{1,200})|=\w{1,40}|-|\^)(?:\s+|(?=\})))+\}$/;
const ROLE = /^\{[a-z][\w:+.-]{0,60}\}$/i;
const CITATION = /^\[(?:.{0,200}[\s;-])?@[\w{]/;

/** Replaces markers within lines by fillers. */
export function maskInline(source: string): string {
  return source.replace(INLINE, (marker, offset: number) => {
    if (/^\{[{%!]/.test(marker) || marker.startsWith("++")) return fill(marker, FILLER.word);
    if (/^!?\[\[/.test(marker)) return maskWikiLink(marker);
    if (marker.startsWith("[")) return CITATION.test(marker) ? fill(marker, FILLER.mark) : marker;
    const isRole = ROLE.test(marker) && source[offset + marker.length] === "`";
    if (isRole) return fill(marker, FILLER.mark);
    const isList = marker.startsWith("{:") || ATTRIBUTES.test(marker);
    return isList ? fillAttributes(marker, source, offset) : marker;
  });
}

/** After a heading, attributes are not part of it, nor are the `#` before them. */
function fillAttributes(marker: string, source: string, offset: number): string {
  const isLast = /^[ \t]*(?:[\r\n]|$)/.test(source.slice(offset + marker.length, offset + marker.length + 20));
  const start = isLast ? lineStart(source, offset) : offset;
  const isHeading = /^[ \t>]*#{1,6}[ \t]/.test(source.slice(start, start + 60));
  return isHeading ? " ".repeat(marker.length) : fill(marker, FILLER.mark);
}

/** `[[page]]` is a name, `[[page|text]]` a name and a text. */
function maskWikiLink(link: string): string {
  const bar = link.indexOf("|");
  if (bar < 0 || link.startsWith("!")) return fill(link, FILLER.word);
  return fill(link.slice(0, bar + 1), FILLER.mark) + maskInline(link.slice(bar + 1, -2)) + fill("]]", FILLER.mark);
}

const CONTAINER_ATTRIBUTES = /^([ \t>]*:{3,}[^{}\r\n]{0,300})(\{[^{}\r\n]{0,300}\})(?=[ \t]*$)/gm;

/** Braces are code in MDX, except heading ids and container attributes. HTML comments are allowed, as in Docusaurus. */
export function maskMdx(source: string): string {
  const withoutIds = source
    .replace(/\{#[\w:.-]{1,200}\}(?=[ \t]{0,20}(?:[\r\n]|$))/g, (id, offset: number) =>
      fillAttributes(id, source, offset),
    )
    .replace(CONTAINER_ATTRIBUTES, (_, lead: string, list: string) => lead + fill(list, FILLER.mark));
  let masked = "";
  let at = 0;
  for (let from = source.indexOf("<!--"); from >= 0; from = source.indexOf("<!--", at)) {
    const end = source.indexOf("-->", from + 4);
    if (end < 0) break;
    masked += withoutIds.slice(at, from) + fill(source.slice(from, end + 3), FILLER.mark);
    at = end + 3;
  }
  return masked + withoutIds.slice(at);
}

/** Line ends are not replaced. */
function fill(marker: string, filler: Filler): string {
  return marker.replace(/[^\r\n]/g, filler);
}
