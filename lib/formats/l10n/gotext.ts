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
export function gotextEntries(source: JsonSource, options: FormatOptions): Entry[] | undefined {
  const list = source.member(source.root, "messages");
  const language = source.member(source.root, "language");
  if (list?.type !== "array" || language?.type !== "string") return;
  const messages = list.children ?? [];
  if (messages.length === 0 || !messages.every((node) => isMessage(source.members(node)))) return;
  const named = String(language.value);
  const held = {
    isAnother: options.into !== undefined && !sameLanguage(named, options.into),
    isSource: options.source === undefined || sameLanguage(named, options.source),
  };
  return messages.flatMap((node) => messageEntries(source, node, held));
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

/** Whether the catalogue's translations are in another language than the requested one, and whether in the source's. */
type Held = { readonly isAnother: boolean; readonly isSource: boolean };

/** Existing translations are kept, unless they are in another language than the target. */
function messageEntries(source: JsonSource, node: JsonNode, { isAnother, isSource }: Held): Entry[] {
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
  if (isDone && !isAnother) return [];
  if (isChoice && isSource) return textEntries(source, translation.node, place);
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
