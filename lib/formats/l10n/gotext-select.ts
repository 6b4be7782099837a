import type { PluralReading } from "@/lib/formats/format";
import { isPluralCategory } from "@/lib/text/plurals/plural-categories";
import { isFormName } from "@/lib/text/plurals/plural-forms";
import type { JsonMember, JsonNode, JsonSource } from "./json-source";
import { type Entry, messageEntry, plainMessage } from "./message";
import { refuseDeep } from "./nesting";
import { type PluralForm, pluralEntry, pluralFormsEntry } from "./plural-keys";
import type { StringEntry } from "./string-entry";
import { scanString } from "./string-pieces";
import { removeNamed } from "./tree-layout";

type EntryDetails = Pick<StringEntry, "key" | "note"> & { readonly id?: string };

/**
 * The texts of a gotext translation that is an object: plural `cases`, texts of variables (`var`), or both
 * (golang.org/x/text/message/pipeline, `Text`). Each is translated in place; plural cases that the source lacks are
 * copied from `other`. `plurals`: the cases of a plural are one text with forms, unless they contain other choices.
 */
export function textEntries(
  source: JsonSource,
  node: JsonNode,
  place: EntryDetails,
  plurals: PluralReading | undefined,
  depth = 0,
): Entry[] {
  refuseDeep(depth);
  if (node.type === "string") return stringEntry(source, node, place) ?? [];
  const inner = (member: JsonMember) =>
    textEntries(source, member.node, innerPlace(place, member.key), plurals, depth + 1);
  const text = source.member(node, "msg");
  const variables = source.members(source.member(node, "var"));
  const select = source.member(node, "select");
  const cases = source.members(source.member(select, "cases"));
  const isPlural = source.member(select, "feature")?.value === "plural";
  const whole = plurals && isPlural ? formsEntry(source, cases, place) : null;
  const own = { ...place, ...idOf(place, "msg") };
  if (whole)
    return [
      ...(text?.type === "string" ? (stringEntry(source, text, own) ?? []) : []),
      ...variables.flatMap(inner),
      whole,
    ];
  const forms = isPlural ? cases.flatMap((member) => pluralForm(source, member, place) ?? []) : [];
  const others = cases.filter(({ key }) => !forms.some((form) => form.category === key));
  return [
    ...(text?.type === "string" ? (stringEntry(source, text, own) ?? []) : []),
    ...variables.flatMap(inner),
    ...(forms.some(({ message }) => message) ? [{ ...casesEntry(source, forms, cases), ...idOf(place, "cases") }] : []),
    ...others.flatMap(inner),
  ];
}

function innerPlace(place: EntryDetails, name: string): EntryDetails {
  return { ...place, key: `${place.key ?? ""} [${name}]`, ...idOf(place, name) };
}

/** Ids of texts within a message begin with the message's id. */
function idOf({ id }: EntryDetails, name: string): { readonly id?: string } {
  return id === undefined ? {} : { id: `${id}\0${name}` };
}

function stringEntry(source: JsonSource, node: JsonNode, place: EntryDetails): Entry[] | undefined {
  const message = plainMessage(String(node.value));
  const { offset: start, length } = node;
  return message
    ? [messageEntry(message, { ...place, start, end: start + length }, (value) => source.quote(value, node))]
    : undefined;
}

/** The cases as a single text with forms. Null if one of them contains another choice, or none has words. */
function formsEntry(source: JsonSource, cases: readonly JsonMember[], place: EntryDetails): Entry | null {
  const forms = cases.flatMap((member) => {
    const text = isFormName("cardinal", member.key) ? textOfCase(source, member.node) : undefined;
    return text ? [{ ...member, text, value: String(text.value) }] : [];
  });
  if (forms.length < cases.length || forms.every(({ value }) => plainMessage(value) === null)) return null;
  const nodes = cases.map(({ key, keyNode, node }) => {
    return { name: key, start: keyNode.offset, end: node.offset + node.length };
  });
  return pluralFormsEntry(
    forms.map(({ key, text, value }) => ({
      category: key,
      pieces: scanString(value),
      place: { start: text.offset, end: text.offset + text.length },
      encode: (translated) => source.quote(translated, text),
    })),
    "cardinal",
    place,
    {
      insert: (index, added, where) => {
        const { text, ...like } = forms[index]!;
        const members = caseMembers(source, like.node, text, added);
        return [where ? source.insertBefore(like, members) : source.insertAfter(like, members)];
      },
      remove: (categories) => removeNamed(source.source, { style: "commas", nodes, inside: 0 }, categories),
    },
  );
}

/** New cases, with the layout of an existing one. */
function caseMembers(
  source: JsonSource,
  model: JsonNode,
  text: JsonNode,
  added: readonly { readonly category: string; readonly value: string }[],
) {
  const raw = source.raw(model);
  const from = text.offset - model.offset;
  return added.map(({ category, value }) => ({
    key: category,
    value: raw.slice(0, from) + source.quote(value, text) + raw.slice(from + text.length),
  }));
}

/** A case whose key is a plural category and whose text is plain. */
function pluralForm(source: JsonSource, { key, node }: JsonMember, place: EntryDetails): PluralForm | null {
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

/** Added cases have the layout of `other`. */
function casesEntry(source: JsonSource, forms: readonly PluralForm[], cases: readonly JsonMember[]): Entry {
  const last = cases.at(-1)!;
  return pluralEntry(forms, "cardinal", (added) => {
    const model = cases.find(({ key }) => key === "other")?.node ?? last.node;
    return [source.insertAfter(last, caseMembers(source, model, textOfCase(source, model)!, added))];
  });
}
