import type { DocumentSegment } from "@/lib/formats/format";
import { type Forms, sameForms } from "@/lib/text/plurals/plural-forms";
import type { PluralRule } from "@/lib/vocabulary/plural-rules";
import { type JointString, jointString, type Piece } from "./inline-string";
import type { StringEntry } from "./strings-document";

/** A plural message of a file: one text with forms. */
export type PluralPart = {
  readonly rule: PluralRule;
  /** Its forms, and the codes that they share. */
  readonly joint: JointString;
  /** What each form is made of. */
  readonly pieces: ReadonlyMap<string, readonly Piece[]>;
  /** The form that stands for all where one text is shown. */
  readonly main: string;
};

/** All forms that a plural message is to have, with the codes of `joint`. */
export type PluralTexts = { readonly forms: Forms; readonly joint: JointString };

/** `main` may be missing: then the last form takes its place. */
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

/** What is to be written for a plural message; null where it stays as it is. An empty text empties each form. */
export function pluralTexts({ joint }: PluralPart, text: string | null, forms: Forms | undefined): PluralTexts | null {
  if (text === "" && !forms)
    return { forms: Object.fromEntries(Object.keys(joint.forms).map((name) => [name, ""])), joint };
  return !forms || sameForms(forms, joint.forms) ? null : { forms, joint };
}

/** The forms that a file holds as translations of a plural message. */
export function adoptForms({ joint }: PluralPart, pieces: ReadonlyMap<string, readonly Piece[]>): Forms {
  const adopted = [...pieces].map(([name, own]) => [name, joint.adopt(own)] as const);
  return Object.fromEntries(adopted.filter(([, text]) => text !== ""));
}

/** What becomes of the forms of a file: those that differ, those that it lacks, and those that it is to have no longer. */
export type FormChanges = {
  readonly changed: ReadonlyMap<string, string>;
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
};

/** Compares what stands in a file with what is to stand there. An empty form that stands there already stays. */
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

/** Compares names of forms: exact numbers and indices first, in their order, then categories as CLDR lists them. */
export function compareForms(a: string, b: string): number {
  const [x, y] = [ORDER.indexOf(a), ORDER.indexOf(b)];
  if (x >= 0 || y >= 0) return x - y;
  return Number(a.replace("=", "")) - Number(b.replace("=", ""));
}

/** The form behind which a new one stands: the last of those that come before it. -1: before all. */
export function placeOfForm(names: readonly string[], added: string): number {
  const isSorted = names.every((name, i) => i === 0 || compareForms(names[i - 1]!, name) <= 0);
  if (!isSorted) return names.length - 1;
  return names.findLastIndex((name) => compareForms(name, added) < 0);
}
