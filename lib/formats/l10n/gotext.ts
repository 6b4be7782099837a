import type { FormatOptions } from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import { type CatalogueMessage, GotextLayout } from "./gotext-layout";
import { textEntries } from "./gotext-select";
import type { JsonMember, JsonNode, JsonSource } from "./json-source";
import { sameLanguage, spelledLike } from "./locale-names";
import { type Entry, literalMessage, messageSegments, plainMessage } from "./message";
import type { StringsParts } from "./strings-document";

/**
 * The strings of a Go `gotext` catalogue (`messages.gotext.json`): each message with its translation, which is written
 * there. Undefined for other JSON. A plural translation in the source language is used as source.
 */
export function gotextEntries(
  source: JsonSource,
  options: FormatOptions,
): Pick<StringsParts, "entries" | "finished" | "layout" | "declaredLanguage"> | undefined {
  const list = source.member(source.root, "messages");
  const language = source.member(source.root, "language");
  if (list?.type !== "array" || language?.type !== "string") return;
  const messages = list.children ?? [];
  if (messages.length === 0 || !messages.every((node) => isMessage(source.members(node)))) return;
  const named = String(language.value);
  if (options.values === "all" && options.source !== undefined && sameLanguage(named, options.source))
    return { ...namedEntries(source, messages, options), declaredLanguage: named };
  const held = {
    isReplaced: options.overwrite || (options.into !== undefined && !sameLanguage(named, options.into)),
    isSource: options.source === undefined || sameLanguage(named, options.source),
    plurals: options.plurals,
  };
  const read = messages.map((node) => messageEntries(source, node, held));
  return { entries: read.flatMap((entries) => entries ?? []), finished: read.filter((one) => one === null).length };
}

/** The language of the catalogue. */
export function gotextMarks(source: JsonSource, target: string): Edit[] {
  const language = source.member(source.root, "language");
  return language ? [source.set(language, source.quote(spelledLike(String(language.value), target)))] : [];
}

/**
 * The messages of a project's source catalogue, or of a translated one, which is opened without a `target`: in the
 * latter, a message without translation has no text.
 */
function namedEntries(source: JsonSource, nodes: readonly JsonNode[], options: FormatOptions) {
  const messages = nodes.map((node) => catalogueMessage(source, node));
  const entries = messages.flatMap((message): Entry[] => {
    const { id, key, note, own, translation } = message;
    const place = { id, key, note };
    if (translation && !isText(translation.node)) return textEntries(source, translation.node, place, options.plurals);
    const held = translation ? String(translation.node.value) : "";
    if (options.target === undefined && held === "") return [];
    const value = held || String(own.node.value);
    const text = plainMessage(value) ?? literalMessage(value);
    const segments = messageSegments(text, place);
    const spell = (plain: string) => source.quote(plain, own.node);
    const { offset: start, length } = (translation ?? own).node;
    return [
      {
        id,
        segments,
        values: [{ form: "", message: text, start, end: start + length, encode: spell }],
        rewrite: ([one = null], target) => {
          if (one === null) return [];
          const written = spell(text.compose([one], target));
          return [
            translation
              ? source.set(translation.node, written)
              : source.insertAfter(own, [{ key: "translation", value: written }]),
          ];
        },
      },
    ];
  });
  return { entries, layout: new GotextLayout(source, messages) };
}

function catalogueMessage(source: JsonSource, node: JsonNode): CatalogueMessage {
  const members = source.members(node);
  const member = (name: string) => members.find(({ key }) => key === name);
  const textOf = (name: string) => {
    const found = member(name)?.node;
    return found && isText(found) ? String(found.value) : undefined;
  };
  // The id is a string or a list of alternatives.
  const id = textOf("id") ?? source.raw(member("id")!.node).replace(/\s+/g, " ");
  return {
    node,
    id,
    key: textOf("key") ?? id,
    note: textOf("translatorComment") || textOf("meaning"),
    own: member("message")!,
    translation: member("translation"),
  };
}

function isMessage(members: readonly JsonMember[]): boolean {
  return members.some(({ key }) => key === "id") && members.some(({ key, node }) => key === "message" && isText(node));
}

function isText(node: JsonNode): boolean {
  return node.type === "string";
}

/** Whether the catalogue's translations are replaced, and whether they are in the source language. */
type Held = {
  readonly isReplaced: boolean;
  readonly isSource: boolean;
  readonly plurals: FormatOptions["plurals"];
};

/** Null for a message whose translation stays. */
function messageEntries(source: JsonSource, node: JsonNode, { isReplaced, isSource, plurals }: Held): Entry[] | null {
  const members = source.members(node);
  const own = members.find(({ key }) => key === "message")!;
  const translation = members.find(({ key }) => key === "translation");
  const textOf = (name: string) => {
    const found = members.find(({ key }) => key === name)?.node;
    return found && isText(found) ? String(found.value) : undefined;
  };
  const place = {
    key: textOf("key") ?? textOf("id"),
    note: textOf("translatorComment") || textOf("meaning"),
  };
  const isChoice = translation !== undefined && !isText(translation.node);
  const held = translation && !isChoice ? String(translation.node.value) : "";
  const isDone = isChoice || (held !== "" && held !== own.node.value);
  if (isDone && !isReplaced) return null;
  if (isChoice && isSource) return textEntries(source, translation.node, place, plurals);
  const message = plainMessage(String(own.node.value));
  if (!message) return [];
  const segments = messageSegments(message, place);
  const rewrite: Entry["rewrite"] = (texts, target) => {
    const value = source.quote(message.compose(texts, target), own.node);
    return [
      translation ? source.set(translation.node, value) : source.insertAfter(own, [{ key: "translation", value }]),
    ];
  };
  return [{ segments, rewrite }];
}
