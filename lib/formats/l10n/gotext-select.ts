import { isPluralCategory } from "@/lib/text/plurals/plural-categories";
import type { JsonMember, JsonNode, JsonSource } from "./json-source";
import { type Entry, messageEntry, plainMessage } from "./message";
import { refuseDeep } from "./nesting";
import { type PluralForm, pluralEntry } from "./plural-keys";
import type { StringEntry } from "./string-entry";

/**
 * The texts of a gotext translation written as an object: plural `cases`, texts of variables (`var`), or both
 * (golang.org/x/text/message/pipeline, `Text`). Each is translated in place; plural cases missing in the source are
 * copied from `other`.
 */
export function textEntries(
  source: JsonSource,
  node: JsonNode,
  place: Pick<StringEntry, "key" | "note">,
  depth = 0,
): Entry[] {
  refuseDeep(depth);
  if (node.type === "string") return stringEntry(source, node, place) ?? [];
  const inner = (member: JsonMember) =>
    textEntries(source, member.node, { ...place, key: `${place.key ?? ""} [${member.key}]` }, depth + 1);
  const text = source.member(node, "msg");
  const variables = source.members(source.member(node, "var"));
  const select = source.member(node, "select");
  const cases = source.members(source.member(select, "cases"));
  const isPlural = source.member(select, "feature")?.value === "plural";
  const forms = isPlural ? cases.flatMap((member) => pluralForm(source, member, place) ?? []) : [];
  const others = cases.filter(({ key }) => !forms.some((form) => form.category === key));
  return [
    ...(text?.type === "string" ? (stringEntry(source, text, place) ?? []) : []),
    ...variables.flatMap(inner),
    ...(forms.some(({ message }) => message) ? [casesEntry(source, forms, cases)] : []),
    ...others.flatMap(inner),
  ];
}

function stringEntry(
  source: JsonSource,
  node: JsonNode,
  place: Pick<StringEntry, "key" | "note">,
): Entry[] | undefined {
  const message = plainMessage(String(node.value));
  const { offset: start, length } = node;
  return message
    ? [messageEntry(message, { ...place, start, end: start + length }, (value) => source.quote(value, node))]
    : undefined;
}

/** A case whose key is a plural category and whose text is plain. */
function pluralForm(
  source: JsonSource,
  { key, node }: JsonMember,
  place: Pick<StringEntry, "key" | "note">,
): PluralForm | null {
  const text = textOfCase(source, node);
  if (!isPluralCategory(key) || !text) return null;
  const value = String(text.value);
  return {
    category: key,
    place: { ...place, key: `${place.key ?? ""} [${key}]`, start: text.offset, end: text.offset + text.length },
    value,
    message: plainMessage(value),
    encode: (translated) => source.quote(translated, text),
  };
}

function textOfCase(source: JsonSource, node: JsonNode): JsonNode | undefined {
  if (node.type === "string") return node;
  const members = source.members(node);
  const [only] = members;
  return members.length === 1 && only?.key === "msg" && only.node.type === "string" ? only.node : undefined;
}

/** Added cases look like `other`. */
function casesEntry(source: JsonSource, forms: readonly PluralForm[], cases: readonly JsonMember[]): Entry {
  const last = cases.at(-1)!;
  return pluralEntry(forms, "cardinal", (added) => {
    const model = cases.find(({ key }) => key === "other")?.node ?? last.node;
    const text = textOfCase(source, model)!;
    const raw = source.raw(model);
    const from = text.offset - model.offset;
    const members = added.map(({ category, value }) => ({
      key: category,
      value: raw.slice(0, from) + source.quote(value, text) + raw.slice(from + text.length),
    }));
    return [source.insertAfter(last, members)];
  });
}
