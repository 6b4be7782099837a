import { commentAbove } from "@/lib/formats/comment-above";
import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import { type Format, type FormatOptions, UnreadableFile } from "@/lib/formats/format";
import { type Entry, literalMessage, messageEntry, plainMessage } from "@/lib/formats/l10n/message";
import { findPluralGroups, pluralFormsEntry } from "@/lib/formats/l10n/plural-keys";
import { scanString } from "@/lib/formats/l10n/string-pieces";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import { TextValues } from "@/lib/formats/l10n/text-values";
import { type LayoutGroup, type LayoutNode, removeNamed, TreeLayout } from "@/lib/formats/l10n/tree-layout";
import { lineStart } from "@/lib/formats/lines";

/** TOML 1.0 message files, as used by go-i18n, Hugo and others. */
export const toml: Format = {
  id: "toml",
  name: "TOML",
  extensions: ["toml"],
  mediaTypes: ["application/toml"],
  translates: "String values that are prose, also in arrays and inline tables.",
  leaves:
    "Keys, numbers, dates, comments, and values that are identifiers, addresses or paths; in files of settings also single words that name an option.",
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
  // The metadata of a message is removed with it.
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
    const forms = strings.filter(({ node }) => nodes.includes(node));
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

type FoundString = {
  readonly path: readonly string[];
  /** Its path with the positions of lists and tables of the same name. */
  readonly id: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  readonly node: TomlNode;
};

type TomlNode = Omit<LayoutNode, "id" | "end" | "group"> & {
  id?: string;
  end: number;
  group?: LayoutGroup & { readonly nodes: TomlNode[] };
};

type Table = {
  readonly path: readonly string[];
  readonly id: string;
  readonly nodes: TomlNode[];
  /** Its own strings, without those of arrays and inline tables. */
  readonly strings: FoundString[];
};

type TomlFile = {
  readonly strings: readonly FoundString[];
  readonly tables: readonly Table[];
  readonly nodes: readonly TomlNode[];
};

/** All string values with the keys above them. One pass. */
function parseToml(source: string): TomlFile {
  const strings: FoundString[] = [];
  const nodes: TomlNode[] = [];
  let table: Table = { path: [], id: "", nodes, strings: [] };
  const tables: Table[] = [table];
  let at = 0;
  /** End of the last pair or header with its line. */
  let lineEnd = 0;
  const fail = (what: string): never => {
    throw new UnreadableFile(
      "corrupt",
      `This is not valid TOML: ${what} in line ${source.slice(0, at).split("\n").length}.`,
    );
  };
  const skip = (lines: boolean) => {
    for (; at < source.length; at++) {
      const character = source[at]!;
      if (character === "#") while (at + 1 < source.length && source[at + 1] !== "\n") at++;
      else if (!(lines ? /\s/ : /[ \t]/).test(character)) return;
    }
  };
  const string = (): Pick<FoundString, "value" | "start" | "end" | "quote"> => {
    const start = at;
    const mark = source[at]!;
    const quote = source.startsWith(mark.repeat(3), at) ? mark.repeat(3) : mark;
    for (at += quote.length; !source.startsWith(quote, at); at++) {
      if (at >= source.length || (quote.length === 1 && source[at] === "\n")) fail("a string is not closed");
      if (mark === '"' && source[at] === "\\") at++;
    }
    at += quote.length;
    // Up to two quotes may precede the closing three.
    while (quote.length === 3 && source[at] === mark) at++;
    const raw = source.slice(start + quote.length, at - quote.length);
    return { value: decode(raw, quote), start, end: at, quote };
  };
  const keys = (): string[] => {
    const path: string[] = [];
    for (;;) {
      skip(false);
      if (source[at] === '"' || source[at] === "'") path.push(string().value);
      else {
        const from = at;
        while (at < source.length && /[\w-]/.test(source[at]!)) at++;
        if (at === from) fail("a key is missing");
        path.push(source.slice(from, at));
      }
      skip(false);
      if (source[at] !== ".") return path;
      at++;
    }
  };
  const value = (path: readonly string[], id: string, node: TomlNode, depth: number): void => {
    if (depth > 100) throw new UnreadableFile("too_complex", "The document nests arrays more than 100 deep.");
    const character = source[at];
    if (character === '"' || character === "'") {
      const found = { path, id, node, ...string() };
      strings.push(found);
      if (depth === 0 && !isSilent(path)) table.strings.push(found);
    } else if (character === "[") {
      at++;
      const inside: TomlNode[] = [];
      node.group = { style: "commas", nodes: inside, inside: at };
      for (skip(true); source[at] !== "]"; skip(true)) {
        if (at >= source.length) fail("an array is not closed");
        const item: TomlNode = { name: String(inside.length), start: at, end: at };
        value(path, `${id}\0#${inside.length}`, item, depth + 1);
        item.end = at;
        inside.push(item);
        skip(true);
        if (source[at] === ",") at++;
        else if (source[at] !== "]") fail("a comma is missing");
      }
      at++;
    } else if (character === "{") {
      at++;
      const inside: TomlNode[] = [];
      node.group = { style: "commas", nodes: inside, inside: at };
      for (skip(true); source[at] !== "}"; skip(true)) {
        if (at >= source.length) fail("a table is not closed");
        inside.push(pair(path, id, depth + 1));
        skip(true);
        if (source[at] === ",") at++;
      }
      at++;
    } else {
      const from = at;
      while (at < source.length && !/[\s,\]}#]/.test(source[at]!)) at++;
      if (at === from) fail("a value is missing");
      // Date and time may be separated by a space.
      if (/^\d{4}-\d\d-\d\d$/.test(source.slice(from, at)) && /^ \d\d:/.test(source.slice(at, at + 4)))
        for (at++; at < source.length && !/[\s,\]}#]/.test(source[at]!); ) at++;
    }
  };
  const pair = (base: readonly string[], baseId: string, depth: number): TomlNode => {
    const start = at;
    const own = keys();
    if (source[at] !== "=") fail("an equals sign is missing");
    at++;
    skip(false);
    const node: TomlNode = { name: own.join("."), start, end: start };
    value([...base, ...own], [baseId, ...own].join("\0"), node, depth);
    node.end = at;
    return node;
  };
  /** Moves past the end of the line. */
  const endLine = () => {
    skip(false);
    if (source.startsWith("\r\n", at)) at += 2;
    else if (source[at] === "\n") at++;
    lineEnd = at;
    const last = nodes.at(-1);
    if (last?.group?.style === "lines") last.end = at;
  };
  /** Comments directly above belong to a pair or table; blank lines above belong to a table. */
  const withLead = (isTable: boolean): number => {
    let start = lineStart(source, at);
    if (source.slice(start, at).trim() !== "") return at;
    // What is above the first one belongs to the file.
    const isAbove = (isWanted: (line: string) => boolean) =>
      lineEnd > 0 && start > lineEnd && isWanted(source.slice(lineStart(source, start - 1), start).trim());
    while (isAbove((line) => line.startsWith("#"))) start = lineStart(source, start - 1);
    while (isTable && isAbove((line) => line === "")) start = lineStart(source, start - 1);
    return start;
  };
  const times = new Map<string, number>();
  for (skip(true); at < source.length; skip(true)) {
    const start = withLead(source[at] === "[");
    if (source[at] === "[") {
      at += source[at + 1] === "[" ? 2 : 1;
      const path = keys();
      while (source[at] === "]") at++;
      const name = path.join(".");
      const time = times.get(name) ?? 0;
      times.set(name, time + 1);
      const group = { style: "lines" as const, nodes: [] as TomlNode[], inside: at };
      nodes.push({ name: `[${name}] ${time}`, start, end: at, group });
      endLine();
      table = { path, id: [...path, ...(time > 0 ? [`#${time}`] : [])].join("\0"), nodes: group.nodes, strings: [] };
      tables.push(table);
      nodes.at(-1)!.group = { ...group, inside: at };
    } else {
      const node = pair(table.path, table.id, 0);
      table.nodes.push(node);
      endLine();
      Object.assign(node, { start, end: at });
    }
  }
  return { strings, tables, nodes };
}

const NAMED: Readonly<Record<string, string>> = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", e: "\x1b" };

function decode(raw: string, quote: string): string {
  const content = quote.length === 3 ? raw.replace(/^\r?\n/, "") : raw;
  if (quote.startsWith("'") || !content.includes("\\")) return content;
  return content.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([ \t]*\r?\n\s*)|([\s\S]))/g,
    (_, four?: string, eight?: string, lines?: string, one?: string) => {
      if (lines !== undefined) return "";
      const code = Number.parseInt(four ?? eight ?? "", 16);
      return Number.isNaN(code) ? (NAMED[one ?? ""] ?? one ?? "") : String.fromCodePoint(Math.min(code, 0x10ffff));
    },
  );
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
