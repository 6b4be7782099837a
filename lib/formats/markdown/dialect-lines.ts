import { FILLER } from "./markers";

/** Whether a line contains no words for people. In MDX, `import` is code. */
export function isMarkerLine(text: string, mdx: boolean): boolean {
  return MARKER_LINES.some((marker) => marker.test(text)) || (!mdx && IMPORT_LINE.test(text));
}

/** The line, with the markers around its text replaced by fillers. */
export function maskLine(text: string): string {
  for (const titled of TITLED_LINES) {
    const marker = titled.exec(text)?.[0];
    if (marker === undefined) continue;
    const end = marker.startsWith(":") ? TITLE_END.exec(text.slice(marker.length).slice(-320))?.[0].length : 0;
    return FILLER.line + fillAround(text, marker.length, text.length - (end ?? 0)).slice(1);
  }
  const label = LABELLED_LINE.exec(text)?.[0];
  if (label !== undefined) return fillAround(text, label.length, text.length);
  for (const item of ITEM_LINES) {
    const marker = item.exec(text)?.[0];
    if (marker === undefined) continue;
    return listItem(marker, fillAround(text, marker.length, text.length - (marker.endsWith('"') ? 1 : 0)));
  }
  return text;
}

/** Fills a line that is a marker as a whole. */
export function markerLine(text: string): string {
  return FILLER.apart.repeat(text.length);
}

/** Fills everything outside a range. */
export function fillAround(text: string, start: number, end: number): string {
  return markerLine(text.slice(0, start)) + text.slice(start, end) + markerLine(text.slice(end));
}

/** Patterns of lines without words for people. */
const MARKER_LINES: readonly RegExp[] = [
  /^\[\[?_?(?:toc|tosp)_?\]\]?$/i,
  /^\\[a-z]{1,40}\*?(?:\[[^\]]{0,200}\]|\{[^{}]{0,200}\})*$/i,
  /^\([\w:.-]{1,200}\)=$/,
  // GitHub alerts, whose bracket may be escaped by formatters.
  /^\\\[![A-Z]{1,20}\]$/,
  /^-{1,5}8<-{1,5}(?:\s|$)/,
  /^<<<\s/,
  /^\^{3,}$/,
  /^@\[\w{1,40}[^\]]{0,200}\]\([^)]{0,500}\)$/,
  // HTML that contains Markdown (Python-Markdown, "Markdown in HTML").
  /^<[a-z]\w{0,30}\s(?:[^<>]{0,300}\s)?markdown(?:="\w{1,10}")?(?:\s[^<>]{0,300})?>$/,
  /^\/{3,}$/,
  /^:{3,}(?:[ \t]*\{[^{}]{0,300}\}.*)?$/,
  /^:{3,}[ \t]*[\w-]{1,60}[ \t]+[\w-]{1,60}=".*$/,
];

/** Imports that Docusaurus also accepts in Markdown; in MDX they are code. */
const IMPORT_LINE = /^import\s[^'"]{0,500}['"][^'"]{1,300}['"];?$/;

/** Syntax before a text that ends with its line. */
const TITLED_LINES: readonly RegExp[] = [
  // Python-Markdown blocks, Obsidian callouts.
  /^\/{3,}[ \t]*[\w-]{1,60}(?:[ \t]*\|[ \t]*|$)/,
  /^\[![\w-]{1,40}(?:\|[^\]]{0,60})?\][+-]?(?:[ \t]+|$)/,
  // Containers of Docusaurus, VitePress and Pandoc: `:::note[Title]{.wide}`, `::: tip Title`, `::: {.note}`.
  /^:{3,}[ \t]*(?:[\ue001\u2e0e]{1,300}|[\w-]{1,60})(?:\[|[ \t]+|:{3}|(?=[\ue001\u2e0e])|$)/,
];

/** Before a text that may go over lines: abbreviations of PHP Markdown Extra, captions of Pandoc tables. */
const LABELLED_LINE = /^(?:\*\[[^\]]{1,200}\]:[ \t]*|Table:[ \t]+)/;

const TITLE_END =
  /(?:\](?:[ \t]{0,10}[\ue001\u2e0e]{1,300})?|[ \t]{0,10}(?:\{[^{}]{0,200}\}|[\ue001\u2e0e]{1,300}|:{3,}))$/;

/** Lines that begin an indented block: admonitions, tabs, definitions and Pandoc list items. */
const ITEM_LINES: readonly RegExp[] = [
  /^(?:!{3}|\?{3}\+?)[ \t]+(?:[\w-]{1,60}[ \t]+){0,6}"(?=.*"$)/,
  /^(?:!{3}|\?{3}\+?)[ \t]+[\w-]{1,60}(?:[ \t]+[\w-]{1,60}){0,5}$/,
  /^={3}[!+]?[ \t]+"(?=.*"$)/,
  /^:[ \t]+(?=\S)/,
  /^#\.[ \t]+(?=\S)/,
  /^\(@[\w-]{0,60}\)[ \t]+(?=\S)/,
];

/** At most four columns, because five would make it code. */
function listItem(marker: string, line: string): string {
  if (marker[1] === "\t") return `-\t${line.slice(2)}`;
  const width = Math.min(4, marker.length);
  return `-${" ".repeat(width - 1)}${line.slice(width)}`;
}
