import type { Severity } from "@/lib/vocabulary/segments";

type Check = {
  readonly id: string;
  /** Default severity. */
  readonly severity: Severity;
  /** Whether its issues may have a replacement. */
  readonly fixable: boolean;
  readonly description: string;
};

const TABLE = [
  check("empty", "error", false, "The translation is empty although the source is not."),
  check("tags.missing", "error", true, "A tag of the source is missing."),
  check("tags.extra", "error", true, "A tag is there that the source lacks, or more often than there."),
  check("tags.nesting", "error", true, "A tag is not closed, not opened, or crosses another one."),
  check("tags.order", "warning", false, "Tags stand in another order, or inside of another tag, than in the source."),
  check("placeholder.missing", "error", true, "A placeholder of the source is missing."),
  check("placeholder.extra", "error", true, "A placeholder is there that the source lacks."),
  check("placeholder.altered", "error", true, "A placeholder is spelled differently from the source."),
  check("icu.syntax", "error", false, "The ICU message cannot be read, or its cases differ from the source."),
  check("plural.categories", "error", false, "A plural lacks a form that the language needs."),
  check("html.syntax", "error", false, "Markup is not well formed."),
  check("html.unsafe", "error", false, "Markup that runs or loads something was added."),
  check("length.max", "error", false, "The translation is longer than allowed."),
  check("glossary.forbidden", "error", true, "A term is translated in a way that the glossary forbids."),
  check("glossary.missing", "warning", true, "A term is not translated as the glossary says."),
  check("glossary.do_not_translate", "warning", false, "A term that must stay as it is was changed or left out."),
  check("number.missing", "warning", false, "A number of the source is missing."),
  check("number.extra", "warning", false, "A number is there that the source lacks."),
  check("negation.missing", "warning", false, "A negation of the source is missing."),
  check("url.changed", "warning", true, "A web address differs from the source."),
  check("email.changed", "warning", true, "An e-mail address differs from the source."),
  check("space.leading", "warning", true, "White space at the beginning differs from the source."),
  check("space.trailing", "warning", true, "White space at the end differs from the source."),
  check("space.double", "warning", true, "Two spaces in a row."),
  check("space.nbsp", "warning", true, "A no-break space is missing where the language needs one."),
  check("newline.count", "warning", false, "The number of line breaks differs from the source."),
  check("punctuation.end", "warning", true, "The punctuation at the end differs from the source."),
  check("brackets.mismatch", "warning", false, "There are more or fewer brackets than in the source."),
  check("brackets.unbalanced", "warning", false, "A bracket is not opened or not closed."),
  check("quotes.unbalanced", "warning", false, "A quotation mark is not opened or not closed."),
  check("repeated.word", "warning", true, "A word stands twice in a row."),
  check("same_as_source", "warning", false, "The translation is the same as the source."),
  check("inconsistent", "warning", true, "The same source is translated differently elsewhere."),
  check("length.ratio", "warning", false, "The translation is much longer or shorter than usual for the languages."),
  check("mt.repetition", "warning", false, "The same words over and over, as engines sometimes answer."),
  check("script.mismatch", "warning", false, "The translation is in another script than the language is written in."),
  check("language.mismatch", "warning", false, "The translation seems to be in another language."),
  check("outdated", "warning", false, "The source has changed since it was translated."),
  check("fuzzy.unedited", "warning", false, "A match below 100 % was confirmed without an edit."),
  check("issue.open", "warning", false, "Someone has reported a problem that is still open."),
  check("case.first", "info", true, "The first letter is upper case in one text and lower case in the other."),
  check("inconsistent.reverse", "info", false, "Another source has the same translation."),
  check("mt.unedited_approved", "info", false, "A machine translation was approved unedited within two seconds."),
] as const;

/** The id of a check, as in settings and API responses. */
export type CheckId = (typeof TABLE)[number]["id"];

/** All checks, most severe first. */
export const CHECKS: readonly (Check & { readonly id: CheckId })[] = TABLE;

function check<const Id extends string>(id: Id, severity: Severity, fixable: boolean, description: string) {
  return { id, severity, fixable, description };
}
