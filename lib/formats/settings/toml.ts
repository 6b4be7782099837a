import { commentAbove } from "@/lib/formats/comment-above";
import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { type Entry, literalMessage, messageEntry, plainMessage } from "@/lib/formats/l10n/message";
import { findPluralGroups, pluralFormsEntry } from "@/lib/formats/l10n/plural-keys";
import { scanString } from "@/lib/formats/l10n/string-pieces";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import { TextValues } from "@/lib/formats/l10n/text-values";
import { removeNamed, TreeLayout } from "@/lib/formats/l10n/tree-layout";
import { type FoundString, parseToml, type TomlFile } from "./toml-reader";

/** TOML 1.0 message files, as used by go-i18n, Hugo and others. */
export const toml: Format = {
  id: "toml",
  name: "TOML",
  extensions: ["toml"],
  mediaTypes: ["application/toml"],
  translates: "String values that are prose, also in arrays and inline tables.",
  leaves:
    "Keys, numbers, dates, comments, and values that are identifiers, addresses or paths; in settings files also single words that name an option.",
  options: ["keys"],
  matches: (bytes, extension) =>
    extension === "toml" && looksLikeText(bytes) && /^\s*(?:#|\[|[\w."'-]+\s*[.=]|$)/m.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const { text, newline } = decoded;
    const file = parseToml(text);
    const values = new TextValues(text, options);
    const isText = ({ path, value }: FoundString) => !isSilent(path) && values.isText(value, path);
    const entries = [
      ...pluralEntries(text, newline, file, isText, options),
      ...stringEntries(text, file, isText, options),
    ];
    return stringsDocument(toml, {
      decoded,
      warnings: values.warnings,
      entries: entries.sort((one, other) => one.start - other.start).map(({ entry }) => entry),
      layout: new TreeLayout(text, { style: "lines", nodes: file.nodes, inside: text.length }, newline),
    });
  },
};

type PlacedEntry = { readonly start: number; readonly entry: Entry };
type IsText = (found: FoundString) => boolean;

function stringEntries(
  source: string,
  { strings, tables }: TomlFile,
  isText: IsText,
  { values }: FormatOptions,
): PlacedEntry[] {
  const entries = strings.flatMap((found): PlacedEntry[] => {
    const { path, value, start, end, node, id, quote } = found;
    if (node.id !== undefined) return [];
    const prose = isText(found) ? plainMessage(value) : null;
    const isKept = values === "all" && value !== "" && !isSilent(path);
    const message = prose ?? (isKept ? literalMessage(value) : null);
    if (!message) return [];
    node.id = id;
    const place = { start, end, key: path.join("."), id, note: commentAbove(source, node.start, "hash") };
    return [{ start, entry: messageEntry(message, place, (text) => spell(text, quote)) }];
  });
  // The metadata of a removed message are removed too.
  for (const table of tables) {
    const id = table.nodes.find((node) => node.id !== undefined)?.id;
    for (const node of table.nodes)
      if (SILENT.has(node.name) && id !== undefined) Object.assign(node, { id, isRemark: true });
  }
  return entries;
}

/** go-i18n's plural messages: tables whose keys are plural categories. */
function pluralEntries(
  source: string,
  newline: string,
  { tables }: TomlFile,
  isText: IsText,
  options: FormatOptions,
): PlacedEntry[] {
  if (!options.plurals) return [];
  return tables.flatMap(({ id, path, nodes, strings }): PlacedEntry[] => {
    const forms = strings.filter(({ node, path }) => nodes.includes(node) && !isSilent(path));
    const [group] = findPluralGroups(
      forms.map(({ node }) => node.name),
      options.source,
      options.plurals,
    );
    if (group?.name !== "" || !forms.some(isText)) return [];
    for (const { node } of forms) node.id = id;
    const lineWith = (like: FoundString, added: readonly { category: string; value: string }[]) => {
      const indent = /^[ \t]*/.exec(source.slice(like.node.start))![0];
      const middle = source.slice(like.node.start, like.start).slice(indent.length + like.node.name.length);
      return added
        .map(({ category, value }) => indent + category + middle + spell(value, like.quote) + newline)
        .join("");
    };
    const entry = pluralFormsEntry(
      [...group.members].map(([index, category]) => {
        const { start, end, value, quote } = forms[index]!;
        return { category, pieces: scanString(value), place: { start, end }, encode: (text) => spell(text, quote) };
      }),
      "cardinal",
      { id, aloneId: `${id}\0other`, key: path.join("."), note: noteOf(source, forms[0]!.node.start) },
      {
        insert: (index, added, where) => {
          const like = forms[[...group.members.keys()][index]!]!;
          const at = where ? like.node.start : like.node.end;
          const isOpen = at > 0 && source[at - 1] !== "\n";
          const text = lineWith(like, added);
          return [{ start: at, end: at, text: isOpen ? newline + text.slice(0, -newline.length) : text }];
        },
        remove: (categories) => removeNamed(source, { style: "lines", nodes, inside: 0 }, categories),
      },
    );
    return entry ? [{ start: forms[0]!.start, entry }] : [];
  });
}

/** The comment above the table of a plural message, or above its first form. */
function noteOf(source: string, first: number): string | undefined {
  const own = commentAbove(source, first, "hash");
  const before = source.lastIndexOf("\n[", first);
  return own ?? (before < 0 ? undefined : commentAbove(source, before + 1, "hash"));
}

/** go-i18n's metadata of a message. */
const SILENT = new Set(["hash", "description_for_translators", "leftDelim", "rightDelim"]);

function isSilent(path: readonly string[]): boolean {
  return SILENT.has(path.at(-1) ?? "");
}

function spell(value: string, quote: string): string {
  if (quote === "'" && !/['\x00-\x08\n\r]/.test(value)) return `'${value}'`;
  if (quote === "'''" && !value.includes("'''") && !value.endsWith("'"))
    return `'''${/^[\r\n]/.test(value) ? "\n" : ""}${value}'''`;
  if (quote === '"""') {
    const escaped = value
      .replaceAll("\\", "\\\\")
      .replaceAll('"""', '""\\"')
      .replace(/"$/, '\\"')
      .replaceAll("\r", "\\r");
    return `"""${escaped.includes("\n") ? "\n" : ""}${escaped}"""`;
  }
  return JSON.stringify(value);
}
