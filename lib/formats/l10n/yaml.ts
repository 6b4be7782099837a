import { Composer, CST, type ErrorCode, Parser } from "yaml";
import { commentAbove } from "@/lib/formats/comment-above";
import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import { type Format, type FormatOptions, UnreadableFile } from "@/lib/formats/format";
import { type Edit, splice } from "@/lib/formats/splice";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import type { PluralCategory } from "@/lib/text/plurals/plural-categories";
import { icuOrPlain } from "./icu";
import { isLanguageTag, sameLanguage, spelledLike } from "./locale-names";
import { type Entry, literalMessage, type Message, messageEntry, plainMessage } from "./message";
import { refuseDeep, withinStack } from "./nesting";
import { findPluralGroups, type PluralGroup, pluralEntry, pluralFormsEntry } from "./plural-keys";
import { scanString } from "./string-pieces";
import { type StringsParts, stringsDocument } from "./strings-document";
import { TextValues } from "./text-values";
import { type LayoutGroup, type LayoutNode, removeNamed, TreeLayout } from "./tree-layout";
import { isSafePlain, readsAsOther, type ScalarOptions, spellScalar } from "./yaml-scalar";

/** YAML string files: Rails locales, and others. */
export const yaml: Format = {
  id: "yaml",
  name: "YAML",
  extensions: ["yaml", "yml"],
  mediaTypes: ["application/yaml", "text/yaml", "text/x-yaml"],
  translates:
    "String values that are prose, the plural keys of the target language, and the language at the top (en:).",
  leaves:
    "Keys, comments, anchors and aliases, numbers, symbols, and the style of each scalar; in settings files also single words that name an option.",
  options: ["keys"],
  matches: (bytes, extension) =>
    yaml.extensions.includes(extension) && looksLikeText(bytes) && looksLikeYaml(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    return withinStack(() => {
      const documents = parseDocuments(decoded.text);
      const single = documents.length === 1 ? documents[0] : undefined;
      const content: Content = single ? chooseContent(decoded.text, single, options) : {};
      const texts = new TextValues(decoded.text, options, {
        kind: content.declaredLanguage === undefined ? undefined : "messages",
      });
      const reader = new YamlReader(decoded.text, decoded.newline, options, texts);
      for (const node of content.node ? [content.node] : documents)
        reader.value({ node, inFlow: false, afterKey: false }, []);
      const { node, present, ...parts } = content;
      const { entries } = reader;
      const layoutOf = (token: CST.Token | undefined) => {
        const group = reader.layout(token);
        return group && new TreeLayout(decoded.text, group, decoded.newline);
      };
      const own = layoutOf(node ?? single);
      const layout = parts.relocate ? undefined : own;
      const filled = present && own ? layoutOf(present)?.fill(own, entries) : undefined;
      return stringsDocument(yaml, { decoded, entries, layout, warnings: texts.warnings, ...parts, ...filled });
    });
  },
};

/** The content of each document as concrete syntax with offsets. */
function parseDocuments(source: string): CST.Token[] {
  const contents: CST.Token[] = [];
  const tokens = [...new Parser().parse(source)];
  for (const token of tokens) {
    if (token.type === "error") throw notYaml(source, token.offset);
    if (token.type === "document" && token.value) contents.push(token.value);
  }
  // Unique keys do not matter here, and checking them takes quadratic time.
  for (const { errors } of new Composer({ uniqueKeys: false }).compose(tokens)) {
    const error = errors.find(({ code }) => MISREAD.has(code));
    if (error) throw notYaml(source, error.pos[0]);
  }
  return contents;
}

/** Errors that make the content ambiguous: unclosed quotes and brackets, unknown escapes, a broken tree. */
const MISREAD: ReadonlySet<ErrorCode> = new Set([
  "BAD_DQ_ESCAPE",
  "BAD_INDENT",
  "MISSING_CHAR",
  "MULTILINE_IMPLICIT_KEY",
  "UNEXPECTED_TOKEN",
]);

function notYaml(source: string, offset: number): UnreadableFile {
  const line = source.slice(0, offset).split("\n").length;
  return new UnreadableFile("corrupt", `This is not valid YAML: there is an error in line ${line}.`);
}

type Item = CST.CollectionItem & { key: CST.Token; value: CST.Token };

/** The pairs of key and value in a block or flow map. */
function itemsOf(node: CST.Token | undefined): Item[] {
  if (node?.type !== "block-map" && node?.type !== "flow-collection") return [];
  return (node.items as CST.CollectionItem[]).filter((item): item is Item =>
    Boolean(item.key && item.value && item.sep),
  );
}

/** An item of go-i18n, with its id and translation. */
function namedItem(node: CST.Token): { readonly id: string; readonly value: CST.Token } | undefined {
  const items = itemsOf(node);
  const named = (name: string) => items.find(({ key }) => textOf(key) === name)?.value;
  const [id, value] = [named("id"), named("translation")];
  const name = id && textOf(id);
  return name && value ? { id: name, value } : undefined;
}

function textOf(token: CST.Token): string | null {
  if (!CST.isScalar(token) || token.type === "alias") return null;
  try {
    return CST.resolveAsScalar(token, false, () => {})?.value ?? null;
  } catch {
    return null;
  }
}

/** `present`: existing translations into the target language. */
type Content = { node?: CST.Token; present?: CST.Token | undefined } & Pick<
  StringsParts,
  "declaredLanguage" | "marks" | "relocate"
>;

/** Finds languages at the top: a single one is renamed; next to several, the target is added. */
function chooseContent(source: string, root: CST.Token, options: FormatOptions): Content {
  const language = options.source;
  const items = root.type === "block-map" ? itemsOf(root) : [];
  if (items.length === 0 || items.some(({ value }) => value.type !== "block-map")) return {};
  const keys = items.map(({ key }) => textOf(key) ?? "");
  if (items.length === 1 && isLanguageTag(keys[0]!, language)) {
    const [item] = items as [Item];
    return {
      node: item.value,
      declaredLanguage: keys[0]!,
      marks: (target) => [renameKey(item.key, spelledLike(keys[0]!, target))],
    };
  }
  if (!keys.every((key) => isLanguageTag(key))) return {};
  const named = (tag: string) => keys.findIndex((key) => key.toLowerCase() === tag.toLowerCase());
  const loose = keys.findIndex((key) => language && sameLanguage(key, language));
  const chosen = Math.max(0, language && named(language) >= 0 ? named(language) : loose);
  const blockOf = (index: number) => {
    const next = items[index + 1];
    return { start: items[index]!.key.offset, end: next ? (next.start[0]?.offset ?? next.key.offset) : source.length };
  };
  const own = keys[chosen]!;
  const filled = options.into && !options.overwrite ? named(spelledLike(own, options.into)) : -1;
  return {
    node: items[chosen]!.value,
    declaredLanguage: own,
    present: filled === chosen ? undefined : items[filled]?.value,
    relocate(edits, target) {
      const { start, end } = blockOf(chosen);
      const name = spelledLike(own, target);
      const shifted = [...edits, renameKey(items[chosen]!.key, name)].map((edit) => ({
        start: edit.start - start,
        end: edit.end - start,
        text: edit.text,
      }));
      const block = splice(source.slice(start, end), shifted);
      const present = named(name);
      if (present >= 0) return [{ ...blockOf(present), text: block }];
      const separate = source.slice(start, end).endsWith("\n") ? "" : source.includes("\r\n") ? "\r\n" : "\n";
      return [{ start: end, end, text: separate + block }];
    },
  };
}

/** A key keeps its quotes. `no` gets quotes, because in YAML 1.1, and so in Ruby, it is a boolean. */
function renameKey(key: CST.Token, name: string): Edit {
  const scalar = key as CST.FlowScalar;
  const text = spellScalar(scalar, name, { inFlow: false, newline: "\n", afterKey: false });
  return { start: scalar.offset, end: scalar.offset + scalar.source.length, text };
}

type ScalarContext = Pick<ScalarOptions, "inFlow" | "afterKey"> & { readonly node: CST.Token; readonly note?: string };

/** Whether the beginning contains an item, a key or a flow collection; or only comments, which may be long. */
function looksLikeYaml(head: string): boolean {
  return /^(?:[ \t]*-\s|[^#\n]*:(?:\s|$)|[[{?])/m.test(head) || !/^[ \t]*[^\s#%-]/m.test(head);
}

class YamlReader {
  readonly entries: Entry[] = [];
  /** Ids of the strings by token. */
  private readonly ids = new Map<CST.Token, string>();

  constructor(
    private readonly source: string,
    private readonly newline: string,
    private readonly options: FormatOptions,
    private readonly texts: TextValues,
  ) {}

  /** The layout of the strings below a node. */
  layout(node: CST.Token | undefined): LayoutGroup | undefined {
    if (node?.type === "block-map" || node?.type === "block-seq") return this.lines(node);
    if (node?.type !== "flow-collection") return;
    const isList = node.start.source === "[";
    const nodes = node.items.flatMap(({ start: marks, key, value }, index): LayoutNode[] => {
      if (!value || !(key || isList)) return [];
      const anchor = marks.find(({ type }) => type === "anchor" || type === "tag");
      const start = Math.min(...[anchor, key, value].flatMap((token) => token?.offset ?? []));
      const name = isList ? (namedItem(value)?.id ?? String(index)) : (textOf(key!) ?? "");
      return [{ name, start, end: this.lastOf(value), ...this.contentOf(value) }];
    });
    return { style: "commas", nodes, inside: node.offset + 1 };
  }

  private lines(node: CST.BlockMap | CST.BlockSequence): LayoutGroup {
    const nodes = node.items.flatMap(({ start, key, value }, index): LayoutNode[] => {
      const mark = start.find(({ type }) => type === "seq-item-ind");
      const offset = key?.offset ?? mark?.offset;
      if (offset === undefined || !(key || value)) return [];
      const name = key ? (textOf(key) ?? "") : (namedItem(value!)?.id ?? String(index));
      const end = this.lineEnd(value ? this.lastOf(value) : offset);
      const isEmpty = !value || textOf(value) === "";
      return [{ name, start: this.lineStart(offset), end, isEmpty, ...(value && this.contentOf(value)) }];
    });
    // The first key of a list item is on the same line as the item's dash.
    const isWhole = nodes.every(({ start }, i) => i === 0 || start >= nodes[i - 1]!.end);
    const first = node.items[0]?.key?.offset ?? node.offset;
    const alone = this.source.slice(this.lineStart(first), first).trim() === "" || node.type === "block-seq";
    return { style: "lines", nodes: isWhole && alone ? nodes : [], inside: node.offset };
  }

  private contentOf(value: CST.Token): Pick<LayoutNode, "id" | "group"> {
    const id = this.ids.get(namedItem(value)?.value ?? value);
    return id === undefined ? { group: this.layout(value) } : { id };
  }

  private lastOf(token: CST.Token): number {
    let last = token;
    while (last.type === "block-map" || last.type === "block-seq") {
      const item: CST.CollectionItem | undefined = last.items.findLast(({ value, key }) => value ?? key);
      const next = item?.value ?? item?.key;
      if (!next) return last.offset;
      last = next;
    }
    if (last.type === "flow-collection") {
      const end = last.end.find(({ type }) => type === "flow-map-end" || type === "flow-seq-end");
      return end ? end.offset + 1 : last.offset;
    }
    return CST.isScalar(last) ? this.endOf(last as CST.FlowScalar | CST.BlockScalar) : last.offset;
  }

  private lineStart(offset: number): number {
    return this.source.lastIndexOf("\n", offset - 1) + 1;
  }

  private lineEnd(offset: number): number {
    if (this.source[offset - 1] === "\n") return offset;
    const end = this.source.indexOf("\n", offset);
    return end < 0 ? this.source.length : end + 1;
  }

  value(place: ScalarContext, path: readonly string[]): void {
    refuseDeep(path.length);
    const { node } = place;
    const items = itemsOf(node);
    if (items.length > 0) {
      this.map(items, node.type === "flow-collection", path, place.note);
    } else if (node.type === "block-seq" || node.type === "flow-collection") {
      const inFlow = node.type === "flow-collection";
      for (const [index, item] of node.items.entries()) {
        if (!item.value || hasForeignTag(item.start)) continue;
        const named = namedItem(item.value);
        if (named) this.value({ node: named.value, inFlow, afterKey: true }, [...path, named.id]);
        else this.value({ node: item.value, inFlow, afterKey: false }, [...path, String(index)]);
      }
    } else if (CST.isScalar(node)) {
      const message = this.message(node, path);
      if (!message) return;
      const id = path.join("\0");
      this.ids.set(node, id);
      this.entries.push(messageEntry(message, { ...this.placeOf(place, path), id }, this.encoder(place)));
    }
  }

  private map(items: readonly Item[], inFlow: boolean, path: readonly string[], above: string | undefined): void {
    const keys = items.map(({ key }) => textOf(key) ?? "");
    const groups = findPluralGroups(
      items.map(({ value }, index) => (CST.isScalar(value) ? keys[index]! : "")),
      this.options.source,
      this.options.plurals,
    );
    const grouped = new Map(groups.flatMap((group) => [...group.members.keys()].map((index) => [index, group])));
    const done = new Set<PluralGroup>();
    for (const [index, item] of items.entries()) {
      const group = grouped.get(index);
      if (group) {
        if (!done.has(group)) this.plural(group, items, keys, inFlow, path, above);
        done.add(group);
      } else if (!hasForeignTag(item.sep ?? [])) {
        const note = this.noteOf(item);
        this.value({ node: item.value, inFlow, afterKey: true, ...(note ? { note } : {}) }, [...path, keys[index]!]);
      }
    }
  }

  private plural(
    group: PluralGroup,
    items: readonly Item[],
    keys: readonly string[],
    inFlow: boolean,
    path: readonly string[],
    note: string | undefined,
  ): void {
    const id = [...path, group.keyFor("other"), ""].join("\0");
    if (this.options.plurals) {
      this.pluralForms(group, items, keys, inFlow, path, id, note);
      return;
    }
    const forms = [...group.members].map(([index, category]) => {
      const place = { node: items[index]!.value, inFlow, afterKey: true };
      this.ids.set(place.node, id);
      const own = [...path, keys[index]!];
      return {
        category,
        place: this.placeOf(place, own),
        value: textOf(place.node) ?? "",
        message: this.message(place.node, own),
        encode: this.encoder(place),
      };
    });
    if (forms.every(({ message }) => message === null)) return;
    const last = items[Math.max(...group.members.keys())]!;
    const entry = pluralEntry(forms, group.type, (added) =>
      this.insertAfter(
        last,
        inFlow,
        added.map(({ category, value }) => [group.keyFor(category), value]),
      ),
    );
    this.entries.push({ ...entry, id });
  }

  /** The group as a single string with forms. */
  private pluralForms(
    group: PluralGroup,
    items: readonly Item[],
    keys: readonly string[],
    inFlow: boolean,
    path: readonly string[],
    id: string,
    note: string | undefined,
  ): void {
    const indices = [...group.members.keys()];
    const messages = indices.map((index) => this.message(items[index]!.value, [...path, keys[index]!]));
    if (messages.every((message) => message === null)) return;
    for (const index of indices) this.ids.set(items[index]!.value, id);
    const entry = pluralFormsEntry(
      [...group.members].map(([index, category]) => {
        const place = { node: items[index]!.value, inFlow, afterKey: true };
        return {
          category,
          pieces: scanString(textOf(place.node) ?? ""),
          place: this.placeOf(place, []),
          encode: this.encoder(place),
        };
      }),
      group.type,
      {
        id,
        aloneId: [...path, group.keyFor("other")].join("\0"),
        key: [...path, ...(group.name ? [group.name] : [])].join("."),
        // If the forms of a message are keys of their own map, its comment is above that map.
        note: this.noteOf(items[indices[0]!]!) ?? (group.name ? undefined : note),
        nonLinguistic: messages.every((message) => !message || message.nonLinguistic),
      },
      {
        insert: (index, added, where) => {
          const pairs = added.map(({ category, value }) => [group.keyFor(category), value] as const);
          const item = items[indices[index]!]!;
          return where ? this.insertBefore(item, inFlow, pairs) : this.insertAfter(item, inFlow, pairs);
        },
        remove: (categories) => {
          const names = new Set([...categories].map((category) => group.keyFor(category as PluralCategory)));
          const nodes = items.map(({ key, value }, index) => {
            const [start, end] = [key.offset, this.lastOf(value)];
            const name = keys[index]!;
            return inFlow ? { name, start, end } : { name, start: this.lineStart(start), end: this.lineEnd(end) };
          });
          return removeNamed(this.source, { style: inFlow ? "commas" : "lines", nodes, inside: 0 }, names);
        },
      },
    );
    if (entry) this.entries.push(entry);
  }

  /** The comments of the first key in a map are at another place in the syntax tree. */
  private noteOf({ start, key }: Item): string | undefined {
    return commentsOf(start) || commentAbove(this.source, key.offset, "hash");
  }

  private insertBefore(item: Item, inFlow: boolean, added: readonly (readonly [string, string])[]): Edit[] {
    const start = item.key.offset;
    const value = item.value as CST.FlowScalar | CST.BlockScalar;
    const quoted = value.type === "double-quoted-scalar" || value.type === "single-quoted-scalar" ? value : PLAIN;
    const gap = inFlow ? ", " : this.newline + " ".repeat(this.columnOf(item.key));
    const pairs = added.map(([key, text]) => {
      const name = isSafePlain(key, inFlow) ? key : JSON.stringify(key);
      return `${name}: ${spellScalar(quoted, text, { inFlow, newline: this.newline, afterKey: true })}${gap}`;
    });
    return [{ start, end: start, text: pairs.join("") }];
  }

  private insertAfter(item: Item, inFlow: boolean, added: readonly (readonly [string, string])[]): Edit[] {
    const value = item.value as CST.FlowScalar | CST.BlockScalar;
    const quoted = value.type === "double-quoted-scalar" || value.type === "single-quoted-scalar" ? value : PLAIN;
    const options = { inFlow, newline: this.newline, afterKey: true };
    const pairs = added.map(([key, text]) => {
      const name = isSafePlain(key, inFlow) ? key : JSON.stringify(key);
      return `${name}: ${spellScalar(quoted, text, options)}`;
    });
    const end = this.endOf(value);
    if (inFlow) return [{ start: end, end, text: pairs.map((pair) => `, ${pair}`).join("") }];
    const indent = " ".repeat(this.columnOf(item.key));
    if (value.type === "block-scalar" && this.source[end - 1] === "\n") {
      return [{ start: end, end, text: pairs.map((pair) => indent + pair + this.newline).join("") }];
    }
    let at = end;
    while (at < this.source.length && this.source[at] !== "\n" && this.source[at] !== "\r") at++;
    return [{ start: at, end: at, text: pairs.map((pair) => this.newline + indent + pair).join("") }];
  }

  private message(node: CST.Token, path: readonly string[]): Message | null {
    const text = textOf(node);
    if (text === null || text === "") return null;
    // YAML 1.1 reads `Yes` as a boolean, but among messages it is a word, and `N` may be a short weekday.
    const isWord = this.options.values === "all" && /^(?:y|yes|n|no|on|off)$/i.test(text);
    if (node.type === "scalar" && ((readsAsOther(text) && !isWord) || /^:\w+$/.test(text))) return null;
    const choice = hasIcuChoice(text) ? icuOrPlain(text, "icu", this.options) : plainMessage(text);
    const prose = this.texts.isText(text, path) ? choice : null;
    return prose ?? (this.options.values === "all" ? literalMessage(text) : null);
  }

  private placeOf({ node, note }: ScalarContext, path: readonly string[]) {
    return { start: node.offset, end: this.endOf(node as CST.FlowScalar | CST.BlockScalar), key: path.join("."), note };
  }

  private encoder({ node, inFlow, afterKey }: ScalarContext) {
    return (value: string) =>
      spellScalar(node as CST.FlowScalar | CST.BlockScalar, value, { inFlow, afterKey, newline: this.newline });
  }

  private endOf(token: CST.FlowScalar | CST.BlockScalar): number {
    return token.offset + (token.type === "block-scalar" ? CST.stringify(token).length : token.source.length);
  }

  private columnOf(token: CST.Token): number {
    return token.offset - (this.source.lastIndexOf("\n", token.offset - 1) + 1);
  }
}

const PLAIN: CST.FlowScalar = { type: "scalar", offset: 0, indent: 0, source: "" };

/** A value with its own tag (`!!binary`, `!ruby/regexp`) is data. */
function hasForeignTag(tokens: readonly CST.SourceToken[]): boolean {
  return tokens.some(({ type, source }) => type === "tag" && source !== "!" && source !== "!!str");
}

function commentsOf(tokens: readonly CST.SourceToken[]): string {
  const comments = tokens
    .filter(({ type }) => type === "comment")
    .map(({ source }) => source.replace(/^#+ ?/, "").trim());
  return comments.filter(Boolean).join("\n");
}
