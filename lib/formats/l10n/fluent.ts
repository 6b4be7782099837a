import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import { type Format, UnreadableFile } from "@/lib/formats/format";
import { type Line, linesOf } from "@/lib/formats/lines";
import { inlineString, type Piece } from "./inline-string";
import type { Entry } from "./message";
import { scanString } from "./string-pieces";
import { stringsDocument, valueEntry } from "./strings-document";

/** Mozilla's Fluent (syntax 1.0). Each variant of a selector is a message. */
export const ftl: Format = {
  id: "ftl",
  name: "Fluent",
  extensions: ["ftl"],
  mediaTypes: ["text/plain"],
  translates: "Messages, terms and attributes, with each branch of their selectors.",
  leaves: "Identifiers, variables, functions, references to other messages, and comments.",
  matches: (bytes, extension) =>
    extension === "ftl" &&
    looksLikeText(bytes) &&
    /^(?:#{1,3}(?: |\s*$)|-?[A-Za-z][\w-]*[ ]*=|\s*$)/m.test(peekText(bytes)),
  async open(bytes) {
    const decoded = decodeText(bytes);
    return stringsDocument(ftl, { decoded, entries: fluentEntries(decoded.text, decoded.newline) });
  },
};

const START = /^(-?[A-Za-z][\w-]{0,200}) *=/;
const ATTRIBUTE = /^ +\.([A-Za-z][\w-]{0,200}) *=/;

type Pattern = { readonly key: string; readonly start: number; readonly end: number; readonly note: string };

function fluentEntries(source: string, newline: string): Entry[] {
  return patternsOf(source).flatMap((pattern) => patternEntries(source, pattern, newline, 0));
}

/** Values of messages and attributes. A value continues in indented or blank lines, up to the next attribute. */
function patternsOf(source: string): Pattern[] {
  const patterns: Pattern[] = [];
  let id = "";
  let notes: string[] = [];
  let open: { key: string; start: number; end: number; note: string; depth: number } | undefined;
  const close = () => {
    if (open && open.end > open.start) patterns.push(open);
    open = undefined;
  };
  for (const line of linesOf(source)) {
    const start = START.exec(line.text);
    // Within a placeable a line may begin with anything.
    const isInside = open !== undefined && open.depth > 0;
    const attribute = isInside ? null : ATTRIBUTE.exec(line.text);
    if (!isInside && line.text.startsWith("#")) {
      close();
      notes.push(line.text.replace(/^#{1,3} ?/, ""));
    } else if (start && !isInside) {
      close();
      id = start[1]!;
      open = begin(line, start[0].length, id, notes.join("\n"));
      notes = [];
    } else if (attribute && id) {
      close();
      open = begin(line, attribute[0].length, `${id}.${attribute[1]}`, "");
    } else if (line.text.trim() === "") {
      if (!open) notes = [];
    } else if (open && (/^[ ]/.test(line.text) || isInside || line.text.startsWith("}"))) {
      open.end = line.end;
      open.depth += depthIn(line.text);
    } else {
      close();
      id = "";
      notes = [];
    }
  }
  close();
  return patterns;
}

function begin({ start, end, text }: Line, after: number, key: string, note: string) {
  return { key, start: start + after, end, note, depth: depthIn(text.slice(after)) };
}

/** Braces opened but not closed in a line; ignores string literals. */
function depthIn(text: string): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' && (isQuoted || depth > 0)) isQuoted = !isQuoted;
    else if (isQuoted && character === "\\") at++;
    else if (!isQuoted && character === "{") depth++;
    else if (!isQuoted && character === "}") depth--;
  }
  return depth;
}

/** Deeper nested selectors are not messages. */
const MAX_DEPTH = 10;

function patternEntries(source: string, pattern: Pattern, newline: string, depth: number): Entry[] {
  const { start, end, key, note } = trimmed(source, pattern);
  const pieces: Piece[] = [];
  const branches: Entry[] = [];
  let at = start;
  const text = (until: number) => {
    const raw = source.slice(at, until);
    if (raw !== "") pieces.push(...textPieces(raw));
  };
  for (let open = source.indexOf("{", start); open >= 0 && open < end; open = source.indexOf("{", at)) {
    text(open);
    const close = braceEnd(source, open, end);
    if (close < 0) throw new UnreadableFile("corrupt", `A brace of the message ${key} is not closed.`);
    const raw = source.slice(open, close);
    if (raw.includes("->") && depth < MAX_DEPTH) {
      for (const branch of branchesOf(source, { start: open, end: close, key, note }))
        branches.push(...patternEntries(source, branch, newline, depth + 1));
    }
    pieces.push({ type: "code", raw, kind: "placeholder", equiv: raw.includes("->") ? "{…}" : raw });
    at = close;
  }
  text(end);
  const hasWords = pieces.some((piece) => piece.type === "text" && /\p{L}/u.test(piece.text));
  // The words around a selector cannot be written together with its content.
  if (branches.length > 0) return branches;
  const inline = hasWords ? inlineString(pieces) : null;
  if (!inline) return [];
  const indent = /\n([ ]+)/.exec(source.slice(start, end))?.[1] ?? "    ";
  return [valueEntry(inline, { start, end, key, note }, (value) => spell(value, newline + indent))];
}

function trimmed(source: string, { start, end, ...rest }: Pattern): Pattern {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(source[from]!)) from++;
  while (to > from && /\s/.test(source[to - 1]!)) to--;
  return { start: from, end: to, ...rest };
}

/** Lines of a value are joined by line breaks, without their common indentation. */
function textPieces(raw: string): Piece[] {
  const lines = raw.split(/(?:\r\n|\n)[ ]*/);
  return lines.flatMap((line, index): Piece[] => [
    ...(index > 0 ? [{ type: "text", text: " " } as const] : []),
    ...scanString(line),
  ]);
}

function braceEnd(source: string, from: number, limit: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < limit; at++) {
    const character = source[at]!;
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === "\\") at++;
    else if (!isQuoted && character === "{") depth++;
    else if (!isQuoted && character === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

const BRANCH = /^[ \t]*\*?\[[ ]*([^\]\r\n]{1,100}?)[ ]*\]/;

function branchesOf(source: string, selector: Pattern): Pattern[] {
  const found: Pattern[] = [];
  let open: { key: string; start: number; end: number } | undefined;
  let depth = 0;
  const body = source.slice(selector.start + 1, selector.end - 1);
  for (const line of linesOf(body)) {
    const branch = depth === 0 ? BRANCH.exec(line.text) : null;
    if (branch) {
      if (open) found.push({ ...open, note: selector.note });
      const start = selector.start + 1 + line.start + branch[0].length;
      open = { key: `${selector.key} [${branch[1]}]`, start, end: selector.start + 1 + line.end };
      depth += depthIn(line.text.slice(branch[0].length));
    } else {
      depth += depthIn(line.text);
      if (open && line.text.trim() !== "") open.end = selector.start + 1 + line.end;
    }
  }
  if (open) found.push({ ...open, note: selector.note });
  return found.filter(({ start, end }) => end > start);
}

/** Text that would start another construct at the start of a line is written as a string in braces. */
function spell(value: string, lineBreak: string): string {
  return value
    .split("\n")
    .map((line) => line.replace(/^[ ]*([[*.}])/, '{ "$1" }'))
    .join(lineBreak);
}
