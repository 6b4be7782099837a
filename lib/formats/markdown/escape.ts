export type EscapeOptions = {
  /** True in a cell, which a `|` would end. */
  readonly cell: boolean;
  /** True in MDX, where braces and `<` are code. */
  readonly mdx: boolean;
  /** Normalised labels that the document defines: `[label]` alone is a link to them. */
  readonly labels: ReadonlySet<string>;
  /** True to write no-break spaces as entities, like the source. */
  readonly namedSpace: boolean;
};

/** Context of a text, on which escaping at its ends depends. */
export type Surroundings = {
  /** True at the start of a line, where lists, headings and quotes begin. */
  readonly lineStart: boolean;
  /** True if something other than text directly follows. */
  readonly followed: boolean;
  /** True in the text of a link or picture, whose brackets must match. */
  readonly linked: boolean;
};

const ADDRESS = /(?:https?:\/\/|www\.)[^\s<]*/gi;

/**
 * Escapes only what Markdown would parse as markup: characters between spaces, and underscores within words and
 * addresses, are not escaped, because people also read the source.
 */
export function escapeMarkdown(plain: string, options: EscapeOptions, surroundings: Surroundings): string {
  const text = plain.replace(/[\r\n]+/g, " ");
  let escaped = "";
  let at = 0;
  for (const { index, 0: address } of text.matchAll(ADDRESS)) {
    escaped += escapeRange(text, at, index, options, surroundings);
    escaped += options.cell ? address.replaceAll("|", "\\|") : address;
    at = index + address.length;
  }
  escaped += escapeRange(text, at, text.length, options, surroundings);
  return surroundings.lineStart ? escapeLineStart(escaped, options) : escaped;
}

function escapeRange(
  text: string,
  from: number,
  to: number,
  options: EscapeOptions,
  surroundings: Surroundings,
): string {
  let escaped = "";
  for (let at = from; at < to; at++) {
    const character = text[at]!;
    if (character === "&" && REFERENCE.test(text.slice(at, at + 40))) escaped += "&amp;";
    else if (character === "\u00a0" && options.namedSpace) escaped += "&nbsp;";
    else escaped += needsEscape(character, text, at, options, surroundings) ? `\\${character}` : character;
  }
  return escaped;
}

const REFERENCE = /^&(?:#\d|#x|[a-z][a-z\d]*;)/i;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const SPACE = /\s/;
const WORD = /[\p{L}\p{N}]/u;

function needsEscape(
  character: string,
  text: string,
  at: number,
  { cell, mdx, labels }: EscapeOptions,
  { followed, linked }: Surroundings,
): boolean {
  const before = text[at - 1];
  const after = text[at + 1];
  const alone = before !== undefined && after !== undefined && SPACE.test(before) && SPACE.test(after);
  switch (character) {
    case "\\":
      return after === undefined ? followed : PUNCTUATION.test(after);
    case "`":
      return true;
    case "*":
      return !alone;
    case "_":
      return !alone && !(before !== undefined && after !== undefined && WORD.test(before) && WORD.test(after));
    case "~":
    case "$":
      // `~>` of CriticMarkup.
      return (
        !(character === "~" && after === ">") &&
        (text.indexOf(character) !== text.lastIndexOf(character) || followed || before === undefined)
      );
    case "[":
      return linked || before === "!" || isReference(text, at, labels);
    case "]":
      return linked || (after === undefined ? followed : "([:".includes(after));
    case "!":
      return after === undefined && followed;
    case "<":
      return mdx || (after === undefined ? followed : /[a-z/!?]/i.test(after));
    case "{":
    case "}":
      return mdx;
    case "|":
      return cell;
    case "#":
      return after === undefined && !followed && /(?:^|\s)#+$/.test(text.slice(Math.max(0, at - 10)));
    default:
      return false;
  }
}

/** Labels have at most 999 characters (CommonMark 0.31, 4.7). */
function isReference(text: string, at: number, labels: ReadonlySet<string>): boolean {
  const label = text.slice(at + 1, at + 1001);
  const end = label.indexOf("]");
  return end >= 0 && (label.startsWith("^") || labels.has(normalizeLabel(label.slice(0, end))));
}

/** Labels match regardless of case and spaces (CommonMark 0.31, 4.7). */
export function normalizeLabel(label: string): string {
  return label
    .replace(/[ \t\r\n]+/g, " ")
    .replace(/^ | $/g, "")
    .toLowerCase()
    .toUpperCase();
}

const BLOCK_START =
  /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|={3,}\s*$|[-*_][ \t-*_]*$|~{3}|:{3}|\[(?:[ x]\](?=\s)|![\w-]{1,40}[\]|]))/i;
const ORDERED_START = /^(\d{1,9})([.)])(?=\s|$)/;

function escapeLineStart(text: string, { mdx }: EscapeOptions): string {
  if (BLOCK_START.test(text)) return `\\${text}`;
  if (mdx && /^(?:import|export)(?=[\s{]|$)/.test(text)) return `&#${text.charCodeAt(0)};${text.slice(1)}`;
  return text.replace(ORDERED_START, "$1\\$2");
}
