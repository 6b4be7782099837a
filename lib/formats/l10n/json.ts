import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { type Edit, splice } from "@/lib/formats/splice";
import type { PluralCategory } from "@/lib/text/plurals/plural-categories";
import { gotextEntries, gotextMarks } from "./gotext";
import { icuOrPlain, looksLikeIcu } from "./icu";
import { type JsonMember, type JsonNode, JsonSource } from "./json-source";
import { isLanguageTag, sameLanguage, spelledLike } from "./locale-names";
import { type Entry, literalMessage, type Message, messageEntry, plainMessage } from "./message";
import { refuseDeep, withinStack } from "./nesting";
import { findPluralGroups, type PluralGroup, pluralEntry, pluralFormsEntry } from "./plural-keys";
import { scanString } from "./string-pieces";
import { type StringsParts, stringsDocument } from "./strings-document";
import { TextValues } from "./text-values";
import { type LayoutGroup, type LayoutNode, removeNamed, TreeLayout } from "./tree-layout";

/** JSON string files: flat or nested, i18next, FormatJS, WebExtensions, and others. */
export const json: Format = {
  id: "json",
  name: "JSON",
  extensions: ["json", "jsonc"],
  mediaTypes: ["application/json"],
  translates:
    "String values that are prose, the branches of ICU plurals and selects, and the plural keys (item_one, item_other) of the target language.",
  leaves:
    "Keys, numbers, comments, placeholders, and values that are identifiers, addresses, paths or colours; in settings files also single words that name an option.",
  options: ["keys"],
  matches: (bytes, extension) =>
    json.extensions.includes(extension) && looksLikeText(bytes) && /^\s*(?:[{["]|\/[/*])/.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    return withinStack(() => {
      const source = new JsonSource(decoded.text);
      const gotext = gotextEntries(source, options);
      if (gotext) return stringsDocument(json, { decoded, ...gotext, marks: (target) => gotextMarks(source, target) });
      const content = chooseContent(source, options);
      const texts = new TextValues(decoded.text, options, {
        kind: content.declaredLanguage === undefined ? undefined : "messages",
      });
      const reader = new JsonReader(source, options, looksLikeIcu(decoded.text), content.locale, texts);
      reader.value(content.node, [], undefined);
      const { declaredLanguage, marks, relocate, present } = content;
      const layoutOf = (node: JsonNode) => new TreeLayout(decoded.text, reader.layout(node), decoded.newline);
      return stringsDocument(json, {
        decoded,
        entries: reader.entries,
        layout: relocate ? undefined : layoutOf(content.node),
        declaredLanguage,
        warnings: texts.warnings,
        ...(marks ? { marks } : {}),
        ...(relocate ? { relocate } : {}),
        ...(present ? layoutOf(present).fill(layoutOf(content.node), reader.entries) : {}),
      });
    });
  },
};

/** JSON Lines: one value per line, such as the records of a data set or an export. */
export const jsonl: Format = {
  id: "jsonl",
  name: "JSON Lines",
  extensions: ["jsonl", "ndjson"],
  mediaTypes: ["application/jsonl", "application/x-ndjson"],
  translates: "String values that are prose in every record, and the branches of ICU plurals and selects.",
  leaves: json.leaves,
  options: ["keys"],
  matches: (bytes, extension) =>
    jsonl.extensions.includes(extension) && looksLikeText(bytes) && /^\s*[{["]/.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    return withinStack(() => {
      const source = new JsonSource(decoded.text, true);
      const texts = new TextValues(decoded.text, options);
      const reader = new JsonReader(source, options, looksLikeIcu(decoded.text), undefined, texts);
      reader.value(source.root, [], undefined);
      return stringsDocument(jsonl, { decoded, entries: reader.entries, warnings: texts.warnings });
    });
  },
};

/** `present`: existing translations into the target language. */
type Content = { node: JsonNode; declaredLanguage?: string; locale?: JsonNode; present?: JsonNode | undefined } & Pick<
  StringsParts,
  "marks" | "relocate"
>;

/** Finds the file's language: a single one at the top, several next to each other, or a `locale` member. */
function chooseContent(source: JsonSource, options: FormatOptions): Content {
  const { root } = source;
  const members = source.members(root);
  const languages = members.filter(({ key, node }) => node.type === "object" && isLanguageTag(key));
  if (members.length > 1 && languages.length === members.length) return sideBySide(source, languages, options);
  const [only] = members;
  if (only && members.length === 1 && only.node.type === "object" && isLanguageTag(only.key, options.source)) {
    return {
      node: only.node,
      declaredLanguage: only.key,
      marks: (target) => [source.set(only.keyNode, source.quote(spelledLike(only.key, target)))],
    };
  }
  const locale = members.find(({ key, node }) => LOCALE_KEYS.has(key) && isLanguageTag(String(node.value)));
  if (!locale) return { node: root };
  const named = String(locale.node.value);
  return {
    node: root,
    locale: locale.node,
    declaredLanguage: named,
    marks: (target) => [source.set(locale.node, source.quote(spelledLike(named, target)))],
  };
}

const LOCALE_KEYS = new Set(["locale", "lang", "language", "languageCode", "@@locale"]);

/** Several languages side by side: adds the whole target next to the source, or adds what the existing target lacks. */
function sideBySide(source: JsonSource, languages: readonly JsonMember[], options: FormatOptions): Content {
  const chosen =
    languages.find(({ key }) => options.source?.toLowerCase() === key.toLowerCase()) ??
    languages.find(({ key }) => options.source && sameLanguage(options.source, key)) ??
    languages[0]!;
  const presentIn = (target: string) => {
    const key = spelledLike(chosen.key, target).toLowerCase();
    return languages.find((language) => language !== chosen && language.key.toLowerCase() === key);
  };
  const relocate = (edits: readonly Edit[], target: string): Edit[] => {
    const { offset } = chosen.node;
    const shifted = edits.map(({ start, end, text }) => ({ start: start - offset, end: end - offset, text }));
    const value = splice(source.raw(chosen.node), shifted);
    const key = spelledLike(chosen.key, target);
    const present = presentIn(target);
    return [present ? source.set(present.node, value) : source.insertAfter(chosen, [{ key, value }])];
  };
  const present = options.into && !options.overwrite ? presentIn(options.into)?.node : undefined;
  return { node: chosen.node, declaredLanguage: chosen.key, relocate, present };
}

/** Keys whose values are for developers or programs. */
const SILENT_KEY = /^(?:\$schema|\$id|_comments?|\/\/.*|__.*|@@.*)$/;

class JsonReader {
  readonly entries: Entry[] = [];
  /** Ids of the strings by node. */
  private readonly ids = new Map<JsonNode, string>();

  /** Whether every string is a message with a description, as in WebExtensions. */
  private readonly areMessages: boolean;

  constructor(
    private readonly source: JsonSource,
    private readonly options: FormatOptions,
    private readonly icu: boolean,
    /** The member with the file's language, which is set instead of translated. */
    private readonly locale: JsonNode | undefined,
    private readonly texts: TextValues,
  ) {
    const members = source.members(source.root).filter(({ key }) => !SILENT_KEY.test(key));
    this.areMessages = members.every(({ node }) => source.member(node, "message")?.type === "string");
  }

  value(node: JsonNode, path: readonly string[], note: string | undefined): void {
    refuseDeep(path.length);
    if (node.type === "array") {
      for (const [index, child] of (node.children ?? []).entries()) {
        const item = this.source.members(child);
        const named = namedItem(item);
        if (named) this.value(named.node, [...path, named.id], describedNote(item));
        else this.value(child, [...path, String(index)], note);
      }
    } else if (node.type === "object") {
      this.object(node, path);
    } else if (node.type === "string" && node !== this.locale) {
      const message = this.message(node, path);
      if (message) {
        const { offset: start, length } = node;
        const id = path.join("\0");
        this.ids.set(node, id);
        const place = { id, start, end: start + length, key: path.join("."), note };
        this.entries.push(messageEntry(message, place, (value) => this.source.quote(value, node)));
      }
    }
  }

  /** The layout of the strings below a node. A message with description is a single string. */
  layout(node: JsonNode): LayoutGroup {
    const whole = (value: JsonNode): Omit<LayoutNode, "name" | "start"> => {
      const members = this.source.members(value);
      const described =
        value.type === "object" ? (describedMessage(members, this.areMessages) ?? namedItem(members)) : undefined;
      const id = this.ids.get(described?.node ?? value);
      const isGroup = id === undefined && (value.type === "object" || value.type === "array");
      const place = { end: value.offset + value.length, isEmpty: value.value === "" };
      return { ...place, id, group: isGroup ? this.layout(value) : undefined };
    };
    const members = this.source.members(node);
    const nodes =
      node.type === "array"
        ? (node.children ?? []).map((child, i) => {
            const name = namedItem(this.source.members(child))?.id ?? String(i);
            return { name, start: child.offset, ...whole(child) };
          })
        : members.map(({ key, keyNode, node: value }) => ({ name: key, start: keyNode.offset, ...whole(value) }));
    return { style: "commas", nodes, inside: node.offset + 1 };
  }

  private object(node: JsonNode, path: readonly string[]): void {
    const members = this.source.members(node);
    const described = describedMessage(members, this.areMessages && path.length === 1);
    if (described) {
      this.value(described.node, path, describedNote(members));
      return;
    }
    const groups = findPluralGroups(
      members.map(({ key, node: value }) => (value.type === "string" ? key : "")),
      this.options.source,
      this.options.plurals,
    );
    const grouped = new Map(groups.flatMap((group) => [...group.members.keys()].map((index) => [index, group])));
    const done = new Set<PluralGroup>();
    for (const [index, member] of members.entries()) {
      const group = grouped.get(index);
      if (!group) {
        if (!SILENT_KEY.test(member.key)) this.value(member.node, [...path, member.key], undefined);
      } else if (!done.has(group)) {
        done.add(group);
        this.plural(group, members, path);
      }
    }
  }

  private plural(group: PluralGroup, members: readonly JsonMember[], path: readonly string[]): void {
    const id = [...path, group.keyFor("other"), ""].join("\0");
    if (this.options.plurals) {
      this.pluralForms(group, members, path, id);
      return;
    }
    const forms = [...group.members].map(([index, category]) => {
      const { key, node } = members[index]!;
      this.ids.set(node, id);
      return {
        category,
        place: { start: node.offset, end: node.offset + node.length, key: [...path, key].join(".") },
        value: String(node.value),
        message: this.message(node, [...path, key]),
        encode: (value: string) => this.source.quote(value, node),
      };
    });
    if (forms.every((form) => form.message === null)) return;
    const last = members[Math.max(...group.members.keys())]!;
    const entry = pluralEntry(forms, group.type, (added) => [
      this.source.insertAfter(
        last,
        added.map(({ category, value }) => ({
          key: group.keyFor(category),
          value: this.source.quote(value, last.node),
        })),
      ),
    ]);
    this.entries.push({ ...entry, id });
  }

  /** The group as a single string with forms. */
  private pluralForms(group: PluralGroup, members: readonly JsonMember[], path: readonly string[], id: string): void {
    const indices = [...group.members.keys()];
    const messages = indices.map((index) => this.message(members[index]!.node, [...path, members[index]!.key]));
    if (messages.every((message) => message === null)) return;
    for (const index of indices) this.ids.set(members[index]!.node, id);
    const memberOf = (index: number) => members[indices[index]!]!;
    const nodes = members.map(({ key, keyNode, node }) => {
      return { name: key, start: keyNode.offset, end: node.offset + node.length };
    });
    const entry = pluralFormsEntry(
      [...group.members].map(([index, category]) => {
        const { node } = members[index]!;
        return {
          category,
          pieces: scanString(String(node.value)),
          place: { start: node.offset, end: node.offset + node.length },
          encode: (value: string) => this.source.quote(value, node),
        };
      }),
      group.type,
      {
        id,
        aloneId: [...path, group.keyFor("other")].join("\0"),
        key: [...path, ...(group.name ? [group.name] : [])].join("."),
        nonLinguistic: messages.every((message) => !message || message.nonLinguistic),
      },
      {
        insert: (index, added, where) => {
          const like = memberOf(index);
          const pairs = added.map(({ category, value }) => {
            return { key: group.keyFor(category), value: this.source.quote(value, like.node) };
          });
          return [where ? this.source.insertBefore(like, pairs) : this.source.insertAfter(like, pairs)];
        },
        remove: (categories) => {
          const names = new Set([...categories].map((category) => group.keyFor(category as PluralCategory)));
          return removeNamed(this.source.source, { style: "commas", nodes, inside: 0 }, names);
        },
      },
    );
    if (entry) this.entries.push(entry);
  }

  private message(node: JsonNode, path: readonly string[]): Message | null {
    const text = String(node.value);
    const special = this.icu && (text.includes("{") || text.includes("''"));
    const prose = this.texts.isText(text, path)
      ? special
        ? icuOrPlain(text, "icu", this.options)
        : plainMessage(text)
      : null;
    return prose ?? (this.options.values === "all" && text !== "" ? literalMessage(text) : null);
  }
}

/**
 * FormatJS (`defaultMessage`), WebExtensions and Visual Studio Code (`message`) write the text next to a description or
 * comment. `areMessages`: every string of the file has this form; in other files `description` may be a text.
 */
function describedMessage(members: readonly JsonMember[], areMessages: boolean): JsonMember | undefined {
  const text = members.find(
    ({ key, node }) => (key === "message" || key === "defaultMessage") && node.type === "string",
  );
  if (!text || text.key === "defaultMessage" || members.length === 1) return text;
  const isCommented = members.length === 2 && members.some(({ key }) => key === "comment");
  const isDescribed = members.every(({ key }) => ["message", "description", "placeholders"].includes(key));
  return isCommented || (areMessages && isDescribed) ? text : undefined;
}

function describedNote(members: readonly JsonMember[]): string | undefined {
  const { value, children } = members.find(({ key }) => key === "description" || key === "comment")?.node ?? {};
  const lines = (children ?? [{ value }]).flatMap(({ value: line }) => (typeof line === "string" ? [line] : []));
  return lines.length > 0 ? lines.join("\n") : undefined;
}

/** An item of go-i18n, with its id and translation. */
function namedItem(members: readonly JsonMember[]): { readonly id: string; readonly node: JsonNode } | undefined {
  const id = members.find(({ key }) => key === "id")?.node.value;
  const text = members.find(({ key }) => key === "translation")?.node;
  return typeof id === "string" && text ? { id, node: text } : undefined;
}
