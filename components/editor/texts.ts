import type { TranslationEdit } from "@/lib/client/segment-store";
import type { Segment } from "@/lib/schemas/segments";
import { type FormOfLanguage, formFor } from "@/lib/text/plurals/plural-forms";

/** Encoded texts of a translation by the name of their form. A text without forms has the key {@link PLAIN}. */
export type Texts = Readonly<Record<string, string>>;

export const PLAIN = "";

/** The stored texts of a translation. */
export function textsOf(
  { plural }: Pick<Segment, "plural">,
  { text, forms }: { readonly text?: string | null; readonly forms?: Texts | undefined },
): Texts {
  return plural ? (forms ?? {}) : { [PLAIN]: text ?? "" };
}

/** Whether both contain the same texts. A form without text counts as missing. */
export function sameTexts(a: Texts, b: Texts): boolean {
  return changedForms(a, b).length === 0;
}

/** Names of the forms whose texts differ. */
export function changedForms(a: Texts, b: Texts): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => (a[name] ?? "") !== (b[name] ?? ""));
}

/** The request for typed texts: for a plural message, the forms that changed. */
export function editOf({ plural }: Pick<Segment, "plural">, before: Texts, now: Texts): TranslationEdit {
  const changed = changedForms(before, now);
  if (changed.length === 0) return {};
  if (!plural) return { text: now[PLAIN] ?? "" };
  return { forms: Object.fromEntries(changed.map((name) => [name, now[name] || null])) };
}

/** Merges the texts of two people: forms that one of them changed are theirs, the others are the current ones. */
export function mergeTexts(base: Texts, mine: Texts, theirs: Texts): Texts {
  const changed = changedForms(base, mine).map((name) => [name, mine[name] ?? ""]);
  return { ...theirs, ...Object.fromEntries(changed) };
}

/** The forms to show: those that the language has, and additional ones from a file. */
export function shownForms({ plural }: Pick<Segment, "plural">, texts: Texts): readonly FormOfLanguage[] {
  if (!plural) return [];
  const known = new Set(plural.forms.map(({ name }) => name));
  const others = Object.keys(texts).filter((name) => texts[name] && !known.has(name));
  return [...plural.forms, ...others.map((name) => ({ name, samples: [], required: false }))];
}

/** The next required form without text, searched from a form on and then from the first. Null if none. */
export function nextEmptyForm(segment: Pick<Segment, "plural">, texts: Texts, from: string): string | null {
  const forms = segment.plural?.forms ?? [];
  const at = forms.findIndex(({ name }) => name === from);
  const around = [...forms.slice(at + 1), ...forms.slice(0, at + 1)];
  return around.find(({ name, required }) => required && !texts[name])?.name ?? null;
}

/** The name of the source form for the numbers of a form. Null if the text is not a plural message. */
export function sourceFormOf(
  { plural, sourceForms }: Pick<Segment, "plural" | "sourceForms">,
  sourceLanguage: string,
  name: string,
): string | null {
  if (!plural || !sourceForms) return null;
  const samples = plural.forms.find((form) => form.name === name)?.samples ?? [];
  return formFor(samples[0] ?? 1_000_000, { rule: plural.rule, language: sourceLanguage, forms: sourceForms });
}

/** The texts of a plural message in the order of its forms, without empty ones. */
export function orderedForms(segment: Pick<Segment, "plural">, texts: Texts): Texts {
  const names = shownForms(segment, texts).map(({ name }) => name);
  return Object.fromEntries(names.flatMap((name) => (texts[name] ? [[name, texts[name]]] : [])));
}

/** The texts of a translation in the order in which they are shown. */
export function orderedTexts(segment: Pick<Segment, "plural">, translation: Parameters<typeof textsOf>[1]): Texts {
  const texts = textsOf(segment, translation);
  return segment.plural ? orderedForms(segment, texts) : texts;
}
