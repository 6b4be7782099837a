import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { type Entry, literalMessage, messageEntry, plainMessage } from "@/lib/formats/l10n/message";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import { TextValues } from "@/lib/formats/l10n/text-values";
import { type LayoutNode, TreeLayout } from "@/lib/formats/l10n/tree-layout";
import { linesOf } from "@/lib/formats/lines";

/** INI message files: plain ones, and Joomla's with quoted values. */
export const ini: Format = {
  id: "ini",
  name: "INI",
  extensions: ["ini", "lang"],
  mediaTypes: ["text/plain"],
  translates: "Values that are prose.",
  leaves:
    "Sections, keys, comments, and values that are numbers, identifiers, addresses or paths; in settings files also single words that name an option.",
  options: ["keys"],
  matches(bytes, extension) {
    if (!ini.extensions.includes(extension) || !looksLikeText(bytes)) return false;
    const head = peekText(bytes, 65_536);
    return /^\s*[^\s#;[=][^=\r\n]{0,300}=/m.test(head) || linesOf(head).every(({ text }) => EMPTY_LINE.test(text));
  },
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const { text, newline } = decoded;
    const texts = new TextValues(text, options, { anywhere: true });
    const { entries, nodes } = readIni(text, texts, options);
    const layout = new TreeLayout(text, { style: "lines", nodes, inside: text.length }, newline);
    return stringsDocument(ini, { decoded, entries, layout, warnings: texts.warnings });
  },
};

/** A line without a value: blank, a comment or a section. */
const EMPTY_LINE = /^\s*(?:[;#].*|\[[^\]]{1,300}\]\s*(?:[;#].*)?)?$/;

const PAIR = /^\s*([^\s#;[=][^=]{0,300}?)\s*=[ \t]*/;

type IniNode = Omit<LayoutNode, "end"> & { end: number };

function readIni(
  source: string,
  texts: TextValues,
  { values }: FormatOptions,
): { readonly entries: Entry[]; readonly nodes: readonly LayoutNode[] } {
  const entries: Entry[] = [];
  const nodes: IniNode[] = [];
  let siblings: IniNode[] = nodes;
  let section = "";
  let notes: string[] = [];
  /** Indentation of the keys of the current section. */
  let keyIndent = Number.POSITIVE_INFINITY;
  /** Start of the comments directly above, and end of the last pair or section. */
  let [from, blank] = [0, 0];
  const lines = linesOf(source);
  for (const [index, { start, text }] of lines.entries()) {
    const after = lines[index + 1]?.start ?? source.length;
    const named = /^\s*\[([^\]]{1,300})\]/.exec(text);
    const comment = /^\s*[;#]\s?(.*)$/.exec(text);
    // An indented line continues the value above, unless all keys of its section are indented.
    const indent = /^[ \t]*/.exec(text)![0].length;
    const continues = indent > keyIndent;
    const pair = named || comment || continues ? null : PAIR.exec(text);
    if (notes.length === 0) from = start;
    if (named) {
      section = named[1]!;
      keyIndent = Number.POSITIVE_INFINITY;
      siblings = [];
      // Comments above the first pair belong to the file.
      const above = nodes.length > 0 ? blank : start;
      const group = { style: "lines" as const, nodes: siblings, inside: after };
      nodes.push({ name: `[${section}]`, start: above, end: after, group });
    }
    if (comment) notes.push(comment[1]!);
    if (pair) {
      keyIndent = indent;
      const path = [...(section ? [section] : []), pair[1]!];
      const entry = quotedOrPlain(text, pair[0].length);
      const isText = entry && texts.isText(entry.value, path);
      const prose = isText ? plainMessage(entry.value) : null;
      const isKept = values === "all" && entry !== undefined && entry.value !== "";
      const message = prose ?? (isKept ? literalMessage(entry.value) : null);
      const id = path.join("\0");
      siblings.push({ name: pair[1]!, start: blank === 0 ? start : from, end: after, ...(message ? { id } : {}) });
      if (siblings !== nodes) nodes.at(-1)!.end = after;
      if (entry && message) {
        const place = {
          start: start + entry.start,
          end: start + entry.end,
          id,
          key: path.join("."),
          note: notes.join("\n"),
        };
        entries.push(messageEntry(message, place, entry.spell));
      }
    }
    if (!comment) notes = [];
    if (named || pair) blank = after;
  }
  return { entries, nodes };
}

type Value = {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly spell: (value: string) => string;
};

function quotedOrPlain(line: string, from: number): Value | undefined {
  const raw = line.slice(from).trimEnd();
  const oneLine = (value: string) => value.replace(/\s*[\r\n]+\s*/g, " ");
  if (!/^"(?:[^"\\]|\\.|"_QQ_")*"\s*(?:;.*)?$/.test(raw))
    return { value: raw, start: from, end: from + raw.length, spell: oneLine };
  let end = 1;
  for (; raw[end] !== '"' || raw.startsWith('"_QQ_"', end); end++) {
    if (raw[end] === "\\") end++;
    else if (raw.startsWith('"_QQ_"', end)) end += 5;
  }
  const content = raw.slice(1, end);
  const usesQq = content.includes('"_QQ_"');
  const value = content.replaceAll('"_QQ_"', '"').replaceAll('\\"', '"');
  const quoted = (text: string) => oneLine(text).replaceAll('"', usesQq ? '"_QQ_"' : '\\"');
  return { value, start: from + 1, end: from + end, spell: quoted };
}
