import type { FormatOptions } from "@/lib/formats/format";
import type { JsonMember, JsonNode, JsonSource } from "@/lib/formats/l10n/json-source";
import { sameLanguage, spelledLike } from "@/lib/formats/l10n/locale-names";
import { messageSegments, plainMessage } from "@/lib/formats/l10n/message";
import type { Entry } from "@/lib/formats/l10n/strings-document";
import type { Edit } from "@/lib/formats/splice";

/**
 * The strings of a catalogue of Go's `gotext` (`messages.gotext.json`): each message beside its translation, which is
 * written there. Undefined for any other JSON. Choices by number, which gotext spells as objects, are left.
 */
export function gotextEntries(source: JsonSource, options: FormatOptions): Entry[] | undefined {
  const list = source.member(source.root, "messages");
  const language = source.member(source.root, "language");
  if (list?.type !== "array" || language?.type !== "string") return;
  const messages = list.children ?? [];
  if (messages.length === 0 || !messages.every((node) => isMessage(source.members(node)))) return;
  const another = options.into !== undefined && !sameLanguage(String(language.value), options.into);
  return messages.flatMap((node) => messageEntry(source, node, another) ?? []);
}

/** The language that the catalogue names. */
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

/** What is translated already stays, unless it is in `another` language than the one the file is translated into. */
function messageEntry(source: JsonSource, node: JsonNode, another: boolean): Entry | null {
  const members = source.members(node);
  const own = members.find(({ key }) => key === "message")!;
  const translation = members.find(({ key }) => key === "translation");
  const held = translation && isText(translation.node) ? String(translation.node.value) : "";
  const isDone = held !== "" && held !== own.node.value && !another;
  const message = plainMessage(String(own.node.value));
  if (!message || (translation && !isText(translation.node)) || isDone) return null;
  const textOf = (name: string) => {
    const found = members.find(({ key }) => key === name)?.node;
    return found && isText(found) ? String(found.value) : undefined;
  };
  const place = {
    key: textOf("key") ?? textOf("id"),
    note: textOf("translatorComment") || textOf("meaning"),
  };
  return {
    segments: messageSegments(message, place),
    rewrite(texts, target) {
      const value = source.quote(message.compose(texts, target), own.node);
      return [
        translation ? source.set(translation.node, value) : source.insertAfter(own, [{ key: "translation", value }]),
      ];
    },
  };
}
