import type { Edit } from "@/lib/formats/splice";
import { categoriesOf, isPluralCategory, type PluralCategory, sourceForm } from "@/lib/text/plurals/plural-categories";
import type { Message } from "./message";
import { messageSegments } from "./message";
import type { Entry, StringEntry } from "./strings-document";

/** Keys of one object that are the plural forms of one string: `item_one` and `item_other`, or `one` and `other`. */
export type PluralGroup = {
  readonly type: "cardinal" | "ordinal";
  /** Index among the keys of the object → category. */
  readonly members: ReadonlyMap<number, PluralCategory>;
  keyFor(category: PluralCategory): string;
};

/**
 * Finds plural forms among the keys of an object, named as in i18next and Rails. A group has `other` and at least one
 * more form; if the source language has only `other` (Japanese), that is enough for keys that are just a category.
 */
export function findPluralGroups(keys: readonly string[], source?: string): PluralGroup[] {
  if (keys.length > 0 && keys.every(isPluralCategory)) {
    const members = new Map(keys.map((key, index) => [index, key as PluralCategory]));
    const alone = source !== undefined && categoriesOf(source).length === 1;
    return keys.includes("other") && (keys.length > 1 || alone)
      ? [{ type: "cardinal", members, keyFor: (category) => category }]
      : [];
  }
  const groups = new Map<string, Map<number, PluralCategory>>();
  for (const [index, key] of keys.entries()) {
    const cut = key.lastIndexOf("_") + 1;
    const category = key.slice(cut);
    if (cut < 2 || !isPluralCategory(category)) continue;
    const base = key.slice(0, cut);
    groups.set(base, (groups.get(base) ?? new Map<number, PluralCategory>()).set(index, category));
  }
  return [...groups]
    .filter(([, members]) => members.size > 1 && [...members.values()].includes("other"))
    .map(([base, members]) => ({
      type: base.endsWith("_ordinal_") ? "ordinal" : "cardinal",
      members,
      keyFor: (category) => base + category,
    }));
}

/** A form of a group in its place. A form without words has no message and keeps its value. */
export type PluralForm = {
  readonly category: PluralCategory;
  readonly place: StringEntry;
  readonly value: string;
  readonly message: Message | null;
  encode(value: string): string;
};

/**
 * The forms of a group as one entry: each is translated, and missing target forms are created from `other`. `insert`
 * writes them after the last form.
 */
export function pluralEntry(
  forms: readonly PluralForm[],
  type: PluralGroup["type"],
  insert: (added: readonly { category: PluralCategory; value: string }[]) => readonly Edit[],
): Entry {
  const segments = forms.map((form) => (form.message ? messageSegments(form.message, form.place) : []));
  return {
    segments: segments.flat(),
    values: forms.flatMap(({ category, message, place, encode }) =>
      message ? [{ form: category, message, start: place.start, end: place.end, encode }] : [],
    ),
    rewrite(texts, target) {
      let from = 0;
      const composed = new Map<PluralCategory, { form: PluralForm; value: string; hasNumber: boolean }>();
      for (const [index, form] of forms.entries()) {
        const own = segments[index]!;
        const translated = texts.slice(from, from + own.length);
        from += own.length;
        const values = translated.map((text, at) => (text === own[at]!.text ? null : text));
        const value = form.message ? form.message.compose(values, target) : form.value;
        composed.set(form.category, { form, value, hasNumber: form.message?.hasNumber ?? true });
      }
      const edits: Edit[] = [];
      for (const { form } of composed.values()) {
        const { value } = sourceForm(form.category, composed, target, type)!;
        if (value === form.value) continue;
        edits.push({ start: form.place.start, end: form.place.end, text: form.encode(value) });
      }
      const other = composed.get("other");
      const missing = categoriesOf(target, type).filter((category) => !composed.has(category));
      if (other && missing.length > 0) {
        edits.push(...insert(missing.map((category) => ({ category, value: other.value }))));
      }
      return edits;
    },
  };
}
