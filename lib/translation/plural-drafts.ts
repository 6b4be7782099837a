import { codesIn } from "@/lib/text/message/codes";
import { type FormOfLanguage, type Forms, formFor, formsOf } from "@/lib/text/plurals/plural-forms";
import { type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";
import type { PluralRule } from "@/lib/vocabulary/segments";
import { type ChoicePlace, choicesIn, withChoices } from "./inner-choices";

/** A plural message to translate. */
export type PluralSource = Pick<Segment, "codes"> & {
  readonly rule: PluralRule;
  readonly forms: Forms;
  readonly maxLength?: number | null | undefined;
  /** The `Plural-Forms` header of the file for which it is translated, if any. */
  readonly header?: string | undefined;
};

/** A form of a plural message as it is sent to the engine, with an example number in place of its placeholder. */
export type FormDraft = {
  readonly name: string;
  readonly segment: Segment;
  /** The encoded text of the source's form, with the placeholder. */
  readonly original: string;
  /** The example number and the code that it replaces; null if the source's form has no number. */
  readonly number: { readonly text: string; readonly codeId: number } | null;
  /** Set if the text is part of a choice inside the form `name`. */
  readonly within?: ChoicePlace;
};

type Stored = Pick<PluralSource, "codes" | "maxLength"> & {
  readonly pluralRule: PluralRule | null;
  readonly sourceForms: Forms | null;
};

/** The plural message of a project's segment; null for other segments. `header`: see {@link PluralSource}. */
export function pluralOf(
  { pluralRule: rule, sourceForms: forms, codes, maxLength }: Stored,
  header?: string,
): PluralSource | null {
  return rule && forms ? { rule, forms, codes, maxLength, header } : null;
}

/** The texts to translate for the forms of a language. Each is made from the source's form for one of its numbers. */
export function formDrafts(plural: PluralSource, source: string, target: string): FormDraft[] {
  const { rule, forms, maxLength, header } = plural;
  return formsOf(rule, target, forms, header).flatMap((form): FormDraft[] => {
    if (!form.required) return [];
    const n = sampleOf(form);
    const name = formFor(n, { rule, language: source, forms });
    if (name === null) return [];
    const text = forms[name]!;
    const inner = choiceDrafts(text, form.name, source, target);
    const codes = codesIn(text, plural.codes);
    const [number, ...others] = codes.filter(({ kind }) => kind === "placeholder");
    // With several arguments it is unknown which is counted, unless one is ICU's `#`.
    const counted = codes.find(({ equiv }) => equiv === "#") ?? (others.length === 0 ? number : undefined);
    const segment = {
      text: counted ? withNumber(text, counted.id, String(n)) : text,
      codes: codes.filter(({ id }) => id !== counted?.id),
      ...(maxLength ? { maxLength } : {}),
    };
    const example = counted ? { text: String(n), codeId: counted.id } : null;
    return [{ name: form.name, segment, original: text, number: example }, ...inner];
  });
}

/** The texts to translate in choices inside a text or form. Around them, the choices are placeholders. */
export function choiceDrafts(text: string, name: string, source: string, target: string): FormDraft[] {
  return choicesIn(text).flatMap((choice) =>
    choice.message.parts.flatMap(({ inline: { segment }, plural }, part): FormDraft[] => {
      if (!plural) return [{ name, segment, original: segment.text, number: null, within: { choice, part } }];
      const { rule, joint } = plural;
      const own = formDrafts({ rule, forms: joint.forms, codes: joint.codes }, source, target);
      return own.map((draft) => ({ ...draft, name, within: { choice, part, form: draft.name } }));
    }),
  );
}

/** A number for the form that engines do not write as a word; 1 rather than 0, which English counts as a plural. */
function sampleOf({ samples }: FormOfLanguage): number {
  return samples.find((n) => Number.isInteger(n) && n > 1) ?? samples.find((n) => n === 1) ?? samples[0] ?? 5;
}

function withNumber(encoded: string, codeId: number, number: string): string {
  return serialize(
    tokenize(encoded).map(
      (token): Token => (token.type === "single" && token.id === codeId ? { type: "text", text: number } : token),
    ),
  );
}

/** Replaces the number in a translated form by its placeholder; null if the engine dropped or repeated the number. */
export function withPlaceholder(encoded: string, { number }: FormDraft): string | null {
  if (!number) return encoded;
  const { text, codeId } = number;
  // Languages use different decimal separators.
  const spelled = new RegExp(`(?<!\\p{N}[.,]?)${text.replace(".", "[.,]")}(?![.,]?\\p{N})`, "u");
  const parts = tokenize(encoded).flatMap((token): Token[] => {
    if (token.type !== "text") return [token];
    const pieces = token.text.split(spelled);
    return pieces.flatMap((piece, i): Token[] => [
      ...(i > 0 ? [{ type: "single" as const, id: codeId }] : []),
      { type: "text", text: piece },
    ]);
  });
  const count = parts.filter((token) => token.type === "single" && token.id === codeId).length;
  return count === 1 ? serialize(parts) : null;
}

/**
 * The forms of a translation, made from the engine's texts. Omits forms whose number the engine lost, or in which it
 * did not translate a choice.
 */
export function draftedForms(
  drafts: readonly (FormDraft & { readonly text: string | null })[],
  target: string,
): Record<string, string> {
  const texts = drafts.map((draft) => ({ ...draft, text: draft.text && withPlaceholder(draft.text, draft) }));
  return Object.fromEntries(
    texts.flatMap(({ name, text, within }) => {
      if (within || !text) return [];
      const inner = texts.flatMap((one) =>
        one.name === name && one.within ? [{ ...one.within, text: one.text }] : [],
      );
      const whole = withChoices(text, inner, target);
      return whole ? [[name, whole] as const] : [];
    }),
  );
}
