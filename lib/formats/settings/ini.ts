import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { pathMatcher } from "@/lib/formats/key-paths";
import { type Entry, messageEntry, plainMessage } from "@/lib/formats/l10n/message";
import { isProse } from "@/lib/formats/l10n/prose";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import { linesOf } from "@/lib/formats/lines";

/** INI message files: plain ones, and Joomla's with quoted values. */
export const ini: Format = {
  id: "ini",
  name: "INI",
  extensions: ["ini", "lang"],
  mediaTypes: ["text/plain"],
  translates: "Values that are prose.",
  leaves: "Sections, keys, comments, and values that are numbers, identifiers, addresses or paths.",
  options: ["keys"],
  matches: (bytes, extension) =>
    ini.extensions.includes(extension) &&
    looksLikeText(bytes) &&
    /^\s*[^\s#;[=][^=\r\n]{0,300}=/m.test(peekText(bytes, 65_536)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    return stringsDocument(ini, { decoded, entries: iniEntries(decoded.text, options.keys ?? []) });
  },
};

const PAIR = /^\s*([^\s#;[=][^=]{0,300}?)\s*=[ \t]*/;

function iniEntries(source: string, keys: readonly string[]): Entry[] {
  const isChosen = pathMatcher(keys, true);
  const entries: Entry[] = [];
  let section = "";
  let notes: string[] = [];
  for (const { start, text } of linesOf(source)) {
    const named = /^\s*\[([^\]]{1,300})\]/.exec(text);
    const comment = /^\s*[;#]\s?(.*)$/.exec(text);
    const pair = named || comment ? null : PAIR.exec(text);
    if (named) section = named[1]!;
    if (comment) notes.push(comment[1]!);
    if (pair) {
      const path = [...(section ? [section] : []), pair[1]!];
      const entry = quotedOrPlain(text, pair[0].length);
      const isText = entry && (isChosen(path) || isProse(entry.value, pair[1]!));
      const message = isText ? plainMessage(entry.value) : null;
      if (entry && message) {
        const place = {
          start: start + entry.start,
          end: start + entry.end,
          key: path.join("."),
          note: notes.join("\n"),
        };
        entries.push(messageEntry(message, place, entry.spell));
      }
    }
    if (!comment) notes = [];
  }
  return entries;
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
