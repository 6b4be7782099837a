import type { FormatOptions } from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import { textEntries } from "./gotext-select";
import type { JsonMember, JsonNode, JsonSource } from "./json-source";
import { sameLanguage, spelledLike } from "./locale-names";
import { type Entry, messageSegments, plainMessage } from "./message";

/**
 * The strings of a Go `gotext` catalogue (`messages.gotext.json`): each message with its translation, which is written
 * there. Undefined for other JSON. A plural translation in the source language is itself a source.
 */
export function gotextEntries(
  source: JsonSource,
  options: FormatOptions,
): { readonly entries: readonly Entry[]; readonly finished: number } | undefined {
  const list = source.member(source.root, "messages");
  const language = source.member(source.root, "language");
  if (list?.type !== "array" || language?.type !== "string") return;
  const messages = list.children ?? [];
  if (messages.length === 0 || !messages.every((node) => isMessage(source.members(node)))) return;
  const named = String(language.value);
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

/** Null for a message whose translation is kept. */
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
