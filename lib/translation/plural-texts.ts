import type { DocumentSegment, TranslatedText } from "@/lib/formats/format";
import { codesIn } from "@/lib/text/message/codes";
import { formsOf, mainForm } from "@/lib/text/plurals/plural-forms";
import type { Segment } from "@/lib/text/segment";
import { choiceDrafts, draftedForms, type FormDraft, formDrafts } from "./plural-drafts";

/** A segment of a document with the texts that are translated for it: one, or one per form of the target language. */
type Asked = { readonly segment: DocumentSegment; readonly drafts: readonly FormDraft[] | null };

/** The texts that are sent to the engines for the segments of a document. */
export type AskedTexts = {
  readonly texts: readonly Segment[];
  /** Index of the segment to which each text belongs. */
  readonly owners: readonly number[];
  /** The segments' translations. `again` translates forms whose number was lost, with the placeholder instead. */
  assemble(
    translated: readonly string[],
    again: (texts: readonly Segment[]) => Promise<readonly string[]>,
  ): Promise<TranslatedText[]>;
};

export function askedTexts(segments: readonly DocumentSegment[], source: string, target: string): AskedTexts {
  const asked = segments.map((segment): Asked => ({ segment, drafts: draftsOf(segment, source, target) }));
  const perSegment = asked.map(({ segment, drafts }) => drafts?.map((draft) => draft.segment) ?? [segment]);
  return {
    texts: perSegment.flat(),
    owners: perSegment.flatMap((texts, index) => texts.map(() => index)),
    async assemble(translated, again) {
      let next = 0;
      const first = asked.map(({ drafts }) => {
        const own = translated.slice(next, next + (drafts?.length ?? 1));
        next += own.length;
        const made =
          drafts &&
          draftedForms(
            drafts.map((draft, i) => ({ ...draft, text: own[i]! })),
            target,
          );
        return { text: made?.[WHOLE] ?? own[0]!, forms: made };
      });
      const lost = asked.flatMap(({ segment, drafts }, index) => {
        if (!segment.plural) return [];
        const without = drafts?.filter(({ name }) => first[index]!.forms?.[name] === undefined) ?? [];
        return without.map(({ name, original }) => {
          return { index, name, text: { text: original, codes: codesIn(original, segment.codes) } };
        });
      });
      const repeated = lost.length > 0 ? await again(lost.map(({ text }) => text)) : [];
      for (const [i, { index, name }] of lost.entries()) first[index]!.forms![name] = repeated[i]!;
      return first.map(({ text, forms }, index): TranslatedText => {
        const { plural } = asked[index]!.segment;
        if (!plural || !forms) return { text };
        return {
          text: forms[mainForm(plural.rule, target, plural.header)] ?? Object.values(forms).at(-1) ?? text,
          forms,
        };
      });
    },
  };
}

/** Name of the only form of a text whose inner plurals and selects are translated in place. */
const WHOLE = "whole";

/** The forms that the target language needs. A form that the source lacks is made from its main text. */
function draftsOf(segment: DocumentSegment, source: string, target: string): readonly FormDraft[] | null {
  const { plural, text, codes, maxLength } = segment;
  if (!plural) {
    const inner = choiceDrafts(text, WHOLE, source, target);
    return inner.length > 0 ? [{ name: WHOLE, segment, original: text, number: null }, ...inner] : null;
  }
  const whole = formDrafts({ ...plural, codes, maxLength }, source, target).filter(({ within }) => !within);
  const drafts = new Map(whole.map((one) => [one.name, one]));
  // gettext has no fallback to another form, not even for a form that is only for millions.
  const isNeeded = (required: boolean) => required || plural.rule === "gettext";
  const needed = formsOf(plural.rule, target, plural.forms, plural.header).filter(({ required }) => isNeeded(required));
  return needed.map(({ name }) => {
    const plain = { text, codes: codesIn(text, codes), ...(maxLength ? { maxLength } : {}) };
    return drafts.get(name) ?? { name, segment: plain, original: text, number: null };
  });
}
