import { icuMessage } from "@/lib/formats/l10n/icu";
import type { Message, MessageText } from "@/lib/formats/l10n/message";
import { parseMessage } from "@/lib/text/message/parse";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import { escapeText, tokenize } from "@/lib/text/segment";

/** A plural or select in ICU syntax inside a text. */
export type InnerChoice = { readonly raw: string; readonly message: Message };

/** A text within a choice: a part of its message and, for a plural, the form. */
export type ChoicePlace = { readonly choice: InnerChoice; readonly part: number; readonly form?: string };

/** The plurals and selects inside an encoded text. */
export function choicesIn(encoded: string): InnerChoice[] {
  return tokenize(encoded).flatMap((token) => {
    if (token.type !== "text" || !token.text.includes("{")) return [];
    return parseMessage(token.text).flatMap(({ text: raw }): InnerChoice[] => {
      const message = /^\{[^{}]*,[^{}]*\{/.test(raw) ? icuMessage(raw, "icu", { plurals: "forms" }) : null;
      return message ? [{ raw, message }] : [];
    });
  });
}

/**
 * Whether the translation contains a plural or select of the source unchanged, or one that cannot be parsed, whose
 * keywords an engine may have translated. Encoded texts.
 */
export function keepsChoices(text: string, translated: string): boolean {
  if (hasIcuChoice(text) && choicesIn(text).length === 0) return true;
  return text.includes("{") && choicesIn(text).some(({ raw }) => translated.includes(escapeText(raw)));
}

/** An encoded text with translated choices; null if one of these is incomplete or no longer in the text. */
export function withChoices(
  encoded: string,
  translated: readonly (ChoicePlace & { readonly text: string | null })[],
  target: string,
): string | null {
  let whole = encoded;
  for (const choice of new Set(translated.map((one) => one.choice))) {
    const own = translated.filter((one) => one.choice === choice);
    const raw = escapeText(choice.raw);
    if (own.some(({ text }) => text === null) || !whole.includes(raw)) return null;
    const texts = choice.message.parts.map(({ plural }, part): MessageText => {
      const given = own.filter((one) => one.part === part);
      if (!plural) return given[0]?.text ?? null;
      const forms = Object.fromEntries(given.flatMap(({ form, text }) => (form && text ? [[form, text]] : [])));
      return { forms, joint: plural.joint };
    });
    whole = whole.replace(raw, () => escapeText(choice.message.compose(texts, target)));
  }
  return whole;
}
