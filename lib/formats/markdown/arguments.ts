import type { Piece } from "@/lib/formats/inline";
import { lineStart } from "@/lib/formats/lines";
import type { Span } from "@/lib/formats/splice";
import { POSITIONAL_TEXT, READABLE_ARGUMENTS } from "@/lib/text/message/fields";
import { FILLER_CHARACTER } from "./markers";
import type { MarkdownSource } from "./text";

/** A text in an argument of a shortcode or directive: `{{< figure title="…" >}}`, `:::tip{title="…"}`. */
export type Argument = {
  readonly type: "argument";
  readonly name: string;
  /** Within the quotes, if there are any. */
  readonly span: Span;
  readonly text: string;
  readonly quote: string;
};

/** Hugo shortcodes, Liquid tags, and opening lines of containers. */
const MARKER = /\{\{[<%][^{}]{0,2000}\}\}|\{%[^{}\r\n]{1,500}%\}|^[ \t>]*(?:[-*+][ \t]+)?:{3,}[^\r\n]{1,500}$/gm;

/** Text that may come before a container. */
const LEAD = /^[ \t>]*(?:[-*+][ \t]+)?/;

/** Arguments that people read, with their string; without quotes it is a single word. */
const QUOTED = `"((?:[^"\\\\\\r\\n]|\\\\[^\\r\\n]){1,1000})"|'((?:[^'\\\\\\r\\n]|\\\\[^\\r\\n]){1,1000})'`;
const ARGUMENT = new RegExp(
  `(?<=[\\s{])(${READABLE_ARGUMENTS})=(?:${QUOTED}|([\\p{L}\\p{N}-]{1,100})(?=[\\s}]|$))`,
  "gu",
);

/** The readable arguments of the markers in a paragraph with these pieces. */
export function argumentsIn(pieces: readonly Piece[], { start, end }: Span, source: MarkdownSource): Argument[] {
  // Not in code or in the address of a link.
  const markers = pieces.filter(
    (piece) =>
      FILLER_CHARACTER.test(source.mask[piece.start]!) && !(piece.type === "single" && piece.raw.endsWith("`")),
  );
  const line = lineStart(source.text, start);
  let next = 0;
  return [...source.text.slice(line, end).matchAll(MARKER)].flatMap((marker) => {
    const at = line + marker.index;
    const from = at + LEAD.exec(marker[0])![0].length;
    while (next < markers.length && markers[next]!.end <= from) next++;
    const isMarker = (markers[next]?.start ?? from + 1) <= from;
    return isMarker ? argumentsOf(marker[0], at, source) : [];
  });
}

function argumentsOf(marker: string, at: number, source: MarkdownSource): Argument[] {
  const isContainer = marker[LEAD.exec(marker)![0].length] === ":";
  const positional = [...marker.matchAll(POSITIONAL_TEXT)].map(({ index, 0: text }): Argument => {
    const start = at + index;
    return { type: "argument", name: "title", span: { start, end: start + text.length }, text, quote: '"' };
  });
  const named = [...marker.matchAll(ARGUMENT)].flatMap(
    ({ index, 0: whole, 1: name, 2: double, 3: single, 4: bare }) => {
      const quote = double !== undefined ? '"' : single !== undefined ? "'" : "";
      const start = at + index + name!.length + 1 + quote.length;
      const end = at + index + whole.length - quote.length;
      // In a template, a word without quotes is a variable. The text after a container's marker is handled elsewhere.
      if ((quote === "" && !isContainer) || !FILLER_CHARACTER.test(source.mask[start]!)) return [];
      const text = (double ?? single ?? bare)!.replace(/\\(["'\\])/g, "$1");
      return [{ type: "argument", name: name!, span: { start, end }, text, quote } as const];
    },
  );
  return [...named, ...positional];
}

/** A text as an argument contains it: several words need quotes. */
export function spellArgument(plain: string, quote: string): string {
  const text = plain.replace(/[\r\n]+/g, " ");
  if (quote === "") return /^[\p{L}\p{N}-]+$/u.test(text) ? text : `"${spellArgument(text, '"')}"`;
  return text
    .replace(/[{}]/g, (brace) => (brace === "{" ? "(" : ")"))
    .replace(/["'\\]/g, (character) => (character === quote || character === "\\" ? `\\${character}` : character));
}
