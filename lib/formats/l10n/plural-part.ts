import type { DocumentSegment } from "@/lib/formats/format";
import { type Forms, sameForms } from "@/lib/text/plurals/plural-forms";
import type { PluralRule } from "@/lib/vocabulary/segments";
import { type JointString, jointString, type Piece } from "./inline-string";
import type { StringEntry } from "./string-entry";

/** A plural message in a file: one text with forms. */
export type PluralPart = {
  readonly rule: PluralRule;
  /** Its forms, with the codes that they share. */
  readonly joint: JointString;
  /** The pieces of each form. */
  readonly pieces: ReadonlyMap<string, readonly Piece[]>;
  /** The form that is shown if only one text fits. */
  readonly main: string;
  /** True if the forms contain other plurals as text in the file's syntax. */
  readonly isMessage?: boolean;
};

/** All forms of a plural message, with the codes of `joint`. */
export type PluralTexts = { readonly forms: Forms } & Pick<PluralPart, "joint" | "isMessage">;

/** If `main` is missing, the last form is the main one. */
export function pluralPart(rule: PluralRule, pieces: ReadonlyMap<string, readonly Piece[]>, main: string): PluralPart {
  const first = pieces.has(main) ? main : [...pieces.keys()].at(-1)!;
  const ordered = new Map([[first, pieces.get(first)!], ...pieces]);
  return { rule, joint: jointString(ordered), pieces, main: first };
}

export function pluralSegment(
  { rule, joint, main }: PluralPart,
  { key, note, maxLength, target }: Omit<StringEntry, "start" | "end">,
): DocumentSegment {
  return {
    text: joint.forms[main]!,
    codes: joint.codes,
    plural: { rule, forms: joint.forms },
    ...(key ? { key } : {}),
    ...(note ? { note } : {}),
    ...(maxLength ? { maxLength } : {}),
    ...(target ? { target } : {}),
  };
}

/** The forms to write for a plural message; null leaves it unchanged. An empty text empties each form. */
export function pluralTexts(
  { joint, isMessage }: PluralPart,
  text: string | null,
  forms: Forms | undefined,
): PluralTexts | null {
  const asTexts = (own: Forms) => ({ forms: own, joint, ...(isMessage ? { isMessage } : {}) });
  if (text === "" && !forms) return asTexts(Object.fromEntries(Object.keys(joint.forms).map((name) => [name, ""])));
  return !forms || sameForms(forms, joint.forms) ? null : asTexts(forms);
}

/** A file's forms as translations of a plural message. */
export function adoptForms({ joint }: PluralPart, pieces: ReadonlyMap<string, readonly Piece[]>): Forms {
  const adopted = [...pieces].map(([name, own]) => [name, joint.adopt(own)] as const);
  return Object.fromEntries(adopted.filter(([, text]) => text !== ""));
}

/** Changes of a file's forms: different ones, ones to add, and ones to remove. */
export type FormChanges = {
  readonly changed: ReadonlyMap<string, string>;
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
};

/** Compares a file's forms with the new ones. Existing empty forms stay. */
export function formChanges(pieces: ReadonlyMap<string, readonly Piece[]>, { forms, joint }: PluralTexts): FormChanges {
  const changed = new Map<string, string>();
  const removed = new Set<string>();
  for (const [name, own] of pieces) {
    const present = joint.adopt(own);
    const wanted = forms[name];
    if (wanted === undefined) {
      if (present !== "") removed.add(name);
    } else if (wanted !== present) changed.set(name, wanted);
  }
  const added = new Map(Object.entries(forms).filter(([name]) => !pieces.has(name)));
  return { changed, added, removed };
}

const ORDER = ["zero", "one", "two", "few", "many", "other"];

/** Sorts form names: exact numbers and indices first, ascending, then categories in CLDR's order. */
export function compareForms(a: string, b: string): number {
  const [x, y] = [ORDER.indexOf(a), ORDER.indexOf(b)];
  if (x >= 0 || y >= 0) return x - y;
  return Number(a.replace("=", "")) - Number(b.replace("=", ""));
}

/** Index of the form after which a new one is inserted: the last one that precedes it in order; -1: before all. */
export function placeOfForm(names: readonly string[], added: string): number {
  const isSorted = names.every((name, i) => i === 0 || compareForms(names[i - 1]!, name) <= 0);
  if (!isSorted) return names.length - 1;
  return names.findLastIndex((name) => compareForms(name, added) < 0);
}
