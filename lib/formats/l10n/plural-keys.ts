import type { PluralReading } from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import {
  categoriesOf,
  isPluralCategory,
  PLURAL_CATEGORIES,
  type PluralCategory,
  sourceForm,
} from "@/lib/text/plurals/plural-categories";
import type { EscapeText, Piece } from "./inline-string";
import type { Message } from "./message";
import { type Entry, messageSegments } from "./message";
import { formChanges, placeOfForm, pluralPart, pluralSegment, pluralTexts } from "./plural-part";
import type { StringEntry } from "./string-entry";

/** Keys of an object that are the plural forms of one string: `item_one` and `item_other`, or `one` and `other`. */
export type PluralGroup = {
  readonly type: "cardinal" | "ordinal";
  /** Categories by index of the key in the object. */
  readonly members: ReadonlyMap<number, PluralCategory>;
  /** Common prefix of the keys; empty if they are only categories. */
  readonly name: string;
  keyFor(category: PluralCategory): string;
};

/**
 * Finds plural forms among the keys of an object, named as in i18next and Rails. A group needs `other` and another
 * form; if the source language has only `other` (Japanese), that suffices for keys that consist of a category only.
 */
export function findPluralGroups(keys: readonly string[], source?: string, plurals?: PluralReading): PluralGroup[] {
  if (keys.length > 0 && keys.every(isPluralCategory)) {
    const members = new Map(keys.map((key, index) => [index, key as PluralCategory]));
    const alone = source !== undefined && categoriesOf(source).length === 1;
    return (keys.includes("other") || plurals) && (keys.length > 1 || alone)
      ? [{ type: "cardinal", members, name: "", keyFor: (category) => category }]
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
    .filter(([, members]) => members.size > 1 && isPluralGroup([...members.values()], plurals))
    .map(([base, members]) => ({
      type: base.endsWith("_ordinal_") ? "ordinal" : "cardinal",
      members,
      name: base.slice(0, -1),
      keyFor: (category) => base + category,
    }));
}

/**
 * Translations may lack `other` if no whole number uses it, as in Polish; `few` and `many` never have another meaning.
 */
function isPluralGroup(categories: readonly PluralCategory[], plurals: PluralReading | undefined): boolean {
  return categories.includes("other") || (plurals !== undefined && /few|many/.test(categories.join()));
}

/** A form of a group and its position. A form without words has no message and keeps its value. */
export type PluralForm = {
  readonly category: PluralCategory;
  readonly place: StringEntry;
  readonly value: string;
  readonly message: Message | null;
  encode(value: string): string;
};

/**
 * The forms of a group as one entry: each is translated, and forms that only the target has are made from `other`.
 * `insert` writes them after the last form.
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

/** A form of a group and its position, if the group is one text. */
export type PluralValue = {
  /** A category, or an exact number such as `=0`. */
  readonly category: string;
  readonly pieces: readonly Piece[];
  readonly place: Pick<StringEntry, "start" | "end">;
  /** Writes a value in the file's syntax. */
  encode(value: string): string;
  readonly escapeText?: EscapeText;
};

/** How forms are added to and removed from a group. */
export type PluralGroupEdits = {
  /** Inserts after the form with this index, or before it. Values are strings that are not encoded yet. */
  insert(
    index: number,
    added: readonly { category: PluralCategory; value: string }[],
    where?: "before",
  ): readonly Edit[];
  remove(categories: ReadonlySet<string>): readonly Edit[];
};

/** The forms of a group as one entry with one segment. Null if the group has no form. */
export function pluralFormsEntry(
  values: readonly PluralValue[],
  type: PluralGroup["type"],
  about: Partial<Pick<StringEntry, "key" | "note">> & {
    readonly id?: string;
    readonly aloneId?: string;
    readonly nonLinguistic?: boolean;
  },
  { insert, remove }: PluralGroupEdits,
): Entry | null {
  if (values.length === 0) return null;
  const byName = new Map(values.map((value) => [value.category, value]));
  const pieces = new Map([...byName].map(([name, value]) => [name, value.pieces]));
  const part = pluralPart(type, pieces, "other");
  const like = byName.get(part.main)!;
  const segment = {
    ...pluralSegment(part, about),
    ...(about.nonLinguistic ? { nonLinguistic: true } : {}),
  };
  const plural: NonNullable<Entry["plural"]> = {
    ...part,
    rewrite(texts) {
      const { changed, added, removed } = formChanges(pieces, texts);
      const spell = (text: string, value: PluralValue) => texts.joint.spell(text, value.escapeText);
      const edits: Edit[] = [...changed].map(([name, text]) => {
        const value = byName.get(name)!;
        return { start: value.place.start, end: value.place.end, text: value.encode(spell(text, value)) };
      });
      const names = values.map(({ category }) => category).filter((category) => !removed.has(category));
      if (names.length === 0) return edits;
      const places = new Map<number, { category: PluralCategory; value: string }[]>();
      for (const category of PLURAL_CATEGORIES.filter((name) => added.has(name))) {
        const behind = placeOfForm(names, category);
        const neighbour = values.findIndex((value) => value.category === names[Math.max(behind, 0)]);
        const place = behind < 0 ? -1 - neighbour : neighbour;
        const one = { category, value: spell(added.get(category)!, like) };
        places.set(place, [...(places.get(place) ?? []), one]);
      }
      return [
        ...edits,
        ...[...places].flatMap(([place, some]) =>
          place < 0 ? insert(-1 - place, some, "before") : insert(place, some),
        ),
        ...(removed.size > 0 ? remove(removed) : []),
      ];
    },
  };
  const { id, aloneId } = about;
  return {
    segments: [segment],
    plural,
    ...(id === undefined ? {} : { id }),
    ...(aloneId === undefined ? {} : { aloneId }),
    rewrite: ([text], _, __, forms) => {
      const texts = pluralTexts(part, text ?? null, forms?.[0]);
      return texts ? plural.rewrite(texts) : [];
    },
  };
}
