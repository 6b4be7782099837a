import { UnreadableFile } from "@/lib/formats/format";
import type { LayoutGroup, LayoutNode } from "@/lib/formats/l10n/tree-layout";
import { lineStart } from "@/lib/formats/lines";

export type FoundString = {
  readonly path: readonly string[];
  /** The path, with the positions of lists and tables of the same name. */
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
  /** The strings directly in it, except those in arrays and inline tables. */
  readonly strings: FoundString[];
};

export type TomlFile = {
  readonly strings: readonly FoundString[];
  readonly tables: readonly Table[];
  readonly nodes: readonly TomlNode[];
};

/** All string values with their keys. Throws {@link UnreadableFile}. */
export function parseToml(source: string): TomlFile {
  return new TomlReader(source).read();
}

const MAX_DEPTH = 100;

/** Reads a file in one pass. */
class TomlReader {
  readonly #strings: FoundString[] = [];
  readonly #nodes: TomlNode[] = [];
  #table: Table = { path: [], id: "", nodes: this.#nodes, strings: [] };
  readonly #tables: Table[] = [this.#table];
  /** How often each table was begun. Tables of one name are the items of a list. */
  readonly #times = new Map<string, number>();
  #at = 0;
  /** End of the line of the last pair or header. */
  #lineEnd = 0;

  constructor(private readonly source: string) {}

  read(): TomlFile {
    for (this.#skip(true); this.#at < this.source.length; this.#skip(true)) {
      const start = this.#withLead(this.source[this.#at] === "[");
      if (this.source[this.#at] === "[") this.#header(start);
      else {
        const node = this.#pair(this.#table.path, this.#table.id, 0);
        this.#table.nodes.push(node);
        this.#endLine();
        Object.assign(node, { start, end: this.#at });
      }
    }
    return { strings: this.#strings, tables: this.#tables, nodes: this.#nodes };
  }

  #fail(what: string): never {
    const line = this.source.slice(0, this.#at).split("\n").length;
    throw new UnreadableFile("corrupt", `This is not valid TOML: ${what} in line ${line}.`);
  }

  #skip(lines: boolean): void {
    const { source } = this;
    for (; this.#at < source.length; this.#at++) {
      const character = source[this.#at]!;
      if (character === "#") while (this.#at + 1 < source.length && source[this.#at + 1] !== "\n") this.#at++;
      else if (!(lines ? /\s/ : /[ \t]/).test(character)) return;
    }
  }

  /** Skips characters of this set. */
  #pass(pattern: RegExp): void {
    while (this.#at < this.source.length && pattern.test(this.source[this.#at]!)) this.#at++;
  }

  #header(start: number): void {
    this.#at += this.source[this.#at + 1] === "[" ? 2 : 1;
    const path = this.#keys();
    while (this.source[this.#at] === "]") this.#at++;
    const name = path.join(".");
    const time = this.#times.get(name) ?? 0;
    this.#times.set(name, time + 1);
    const group = { style: "lines" as const, nodes: [] as TomlNode[], inside: this.#at };
    this.#nodes.push({ name: `[${name}] ${time}`, start, end: this.#at, group });
    this.#endLine();
    const id = [...path, ...(time > 0 ? [`#${time}`] : [])].join("\0");
    this.#table = { path, id, nodes: group.nodes, strings: [] };
    this.#tables.push(this.#table);
    this.#nodes.at(-1)!.group = { ...group, inside: this.#at };
  }

  #pair(base: readonly string[], baseId: string, depth: number): TomlNode {
    const start = this.#at;
    const own = this.#keys();
    if (this.source[this.#at] !== "=") this.#fail("an equals sign is missing");
    this.#at++;
    this.#skip(false);
    const node: TomlNode = { name: own.join("."), start, end: start };
    this.#value([...base, ...own], [baseId, ...own].join("\0"), node, depth);
    node.end = this.#at;
    return node;
  }

  #keys(): string[] {
    const path: string[] = [];
    for (;;) {
      this.#skip(false);
      if (this.source[this.#at] === '"' || this.source[this.#at] === "'") path.push(this.#string().value);
      else {
        const from = this.#at;
        this.#pass(/[\w-]/);
        if (this.#at === from) this.#fail("a key is missing");
        path.push(this.source.slice(from, this.#at));
      }
      this.#skip(false);
      if (this.source[this.#at] !== ".") return path;
      this.#at++;
    }
  }

  #value(path: readonly string[], id: string, node: TomlNode, depth: number): void {
    if (depth > MAX_DEPTH)
      throw new UnreadableFile("too_complex", `The document nests arrays more than ${MAX_DEPTH} deep.`);
    const character = this.source[this.#at];
    if (character === '"' || character === "'") {
      const found = { path, id, node, ...this.#string() };
      this.#strings.push(found);
      if (depth === 0) this.#table.strings.push(found);
    } else if (character === "[") this.#array(path, id, node, depth);
    else if (character === "{") this.#inlineTable(path, id, node, depth);
    else this.#bareValue();
  }

  #string(): Pick<FoundString, "value" | "start" | "end" | "quote"> {
    const { source } = this;
    const start = this.#at;
    const mark = source[start]!;
    const quote = source.startsWith(mark.repeat(3), start) ? mark.repeat(3) : mark;
    for (this.#at += quote.length; !source.startsWith(quote, this.#at); this.#at++) {
      if (this.#at >= source.length || (quote.length === 1 && source[this.#at] === "\n"))
        this.#fail("a string is not closed");
      if (mark === '"' && source[this.#at] === "\\") this.#at++;
    }
    this.#at += quote.length;
    // Up to two quotes may precede the three that close a string.
    while (quote.length === 3 && source[this.#at] === mark) this.#at++;
    const raw = source.slice(start + quote.length, this.#at - quote.length);
    return { value: decode(raw, quote), start, end: this.#at, quote };
  }

  #array(path: readonly string[], id: string, node: TomlNode, depth: number): void {
    this.#at++;
    const inside: TomlNode[] = [];
    node.group = { style: "commas", nodes: inside, inside: this.#at };
    for (this.#skip(true); this.source[this.#at] !== "]"; this.#skip(true)) {
      if (this.#at >= this.source.length) this.#fail("an array is not closed");
      const item: TomlNode = { name: String(inside.length), start: this.#at, end: this.#at };
      this.#value(path, `${id}\0#${inside.length}`, item, depth + 1);
      item.end = this.#at;
      inside.push(item);
      this.#skip(true);
      if (this.source[this.#at] === ",") this.#at++;
      else if (this.source[this.#at] !== "]") this.#fail("a comma is missing");
    }
    this.#at++;
  }

  #inlineTable(path: readonly string[], id: string, node: TomlNode, depth: number): void {
    this.#at++;
    const inside: TomlNode[] = [];
    node.group = { style: "commas", nodes: inside, inside: this.#at };
    for (this.#skip(true); this.source[this.#at] !== "}"; this.#skip(true)) {
      if (this.#at >= this.source.length) this.#fail("a table is not closed");
      inside.push(this.#pair(path, id, depth + 1));
      this.#skip(true);
      if (this.source[this.#at] === ",") this.#at++;
    }
    this.#at++;
  }

  /** Reads a number, a date, true or false. */
  #bareValue(): void {
    const from = this.#at;
    this.#pass(/[^\s,\]}#]/);
    if (this.#at === from) this.#fail("a value is missing");
    // Date and time may be separated by a space.
    const isDate = /^\d{4}-\d\d-\d\d$/.test(this.source.slice(from, this.#at));
    if (!isDate || !/^ \d\d:/.test(this.source.slice(this.#at, this.#at + 4))) return;
    this.#at++;
    this.#pass(/[^\s,\]}#]/);
  }

  /** Moves past the end of the line. */
  #endLine(): void {
    this.#skip(false);
    if (this.source.startsWith("\r\n", this.#at)) this.#at += 2;
    else if (this.source[this.#at] === "\n") this.#at++;
    this.#lineEnd = this.#at;
    const last = this.#nodes.at(-1);
    if (last?.group?.style === "lines") last.end = this.#at;
  }

  /** The start of the comments directly above, which belong to a pair or table. Blank lines above belong to a table. */
  #withLead(isTable: boolean): number {
    const { source } = this;
    let start = lineStart(source, this.#at);
    if (source.slice(start, this.#at).trim() !== "") return this.#at;
    // Comments above the first pair belong to the file.
    const isAbove = (isWanted: (line: string) => boolean) =>
      this.#lineEnd > 0 && start > this.#lineEnd && isWanted(source.slice(lineStart(source, start - 1), start).trim());
    while (isAbove((line) => line.startsWith("#"))) start = lineStart(source, start - 1);
    while (isTable && isAbove((line) => line === "")) start = lineStart(source, start - 1);
    return start;
  }
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
