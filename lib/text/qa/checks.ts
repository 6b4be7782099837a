import type { Severity } from "@/lib/vocabulary/segments";
import { addresses } from "./addresses";
import { brackets } from "./brackets";
import { consistency } from "./consistency";
import { customChecks } from "./custom-checks";
import { glossary } from "./glossary";
import { icu } from "./icu";
import { language } from "./language";
import { length } from "./length";
import { lengthRatio } from "./length-ratio";
import { letterCase } from "./letter-case";
import { markdownLinks, markup } from "./markup";
import { negation } from "./negation";
import { numbers } from "./numbers";
import { placeholders } from "./placeholders";
import { provenance } from "./provenance";
import { punctuation } from "./punctuation";
import { repetition } from "./repetition";
import { script } from "./script";
import { spaces } from "./spaces";
import type { Family } from "./subject";
import { tags } from "./tags";

type Check = {
  readonly id: string;
  /** Default severity. */
  readonly severity: Severity;
  /** True if its issues may have a replacement. */
  readonly fixable: boolean;
  readonly description: string;
  /** Finds its errors, together with those of related checks. */
  readonly family: Family;
};

const TABLE = [
  check("empty", "error", false, "The translation is empty; the source is not.", length),
  check("tags.missing", "error", true, "Missing tag.", tags),
  check("tags.extra", "error", true, "Extra or repeated tag.", tags),
  check("tags.nesting", "error", true, "A tag is not opened, not closed, or crosses another tag.", tags),
  check("tags.order", "warning", false, "Tag order or nesting differs from the source.", tags),
  check("html.syntax", "error", false, "Invalid markup.", markup),
  check("html.unsafe", "error", false, "Added markup that runs code or loads a resource.", markdownLinks),
  check("placeholder.missing", "error", true, "Missing placeholder.", placeholders),
  check("placeholder.extra", "error", true, "Extra placeholder.", placeholders),
  check("placeholder.altered", "error", true, "A placeholder is spelled differently from the source.", placeholders),
  check("icu.syntax", "error", false, "Invalid ICU message, or cases that differ from the source.", icu),
  check("plural.categories", "error", false, "Missing plural form.", icu),
  check("length.max", "error", false, "The translation exceeds the maximum length.", length),
  check("glossary.forbidden", "error", true, "A forbidden glossary term is used.", glossary),
  check("glossary.missing", "warning", true, "Missing glossary term.", glossary),
  check("glossary.do_not_translate", "warning", false, "A term to keep untranslated was changed or lost.", glossary),
  check("number.missing", "warning", false, "Missing number.", numbers),
  check("number.extra", "warning", false, "Extra number.", numbers),
  check("negation.missing", "warning", false, "Missing negation.", negation),
  check("url.changed", "warning", true, "A web address differs from the source.", addresses),
  check("email.changed", "warning", true, "An e-mail address differs from the source.", addresses),
  check("space.leading", "warning", true, "Leading white space differs from the source.", spaces),
  check("space.trailing", "warning", true, "Trailing white space differs from the source.", spaces),
  check("space.double", "warning", true, "Double space.", spaces),
  check("space.nbsp", "warning", true, "Missing no-break space.", spaces),
  check("newline.count", "warning", false, "The number of line breaks differs from the source.", spaces),
  check("punctuation.end", "warning", true, "End punctuation differs from the source.", punctuation),
  check("brackets.mismatch", "warning", false, "The number of brackets differs from the source.", brackets),
  check("brackets.unbalanced", "warning", false, "Unpaired bracket.", brackets),
  check("quotes.unbalanced", "warning", false, "Unpaired quotation mark.", brackets),
  check("repeated.word", "warning", true, "Repeated word.", repetition),
  check("same_as_source", "warning", false, "The translation is identical to the source.", consistency),
  check("inconsistent", "warning", true, "The same source is translated differently elsewhere.", consistency),
  check("length.ratio", "warning", false, "Unusually long or short translation.", lengthRatio),
  check("mt.repetition", "warning", false, "Repeated phrase, typical of machine output.", repetition),
  check("script.mismatch", "warning", false, "The translation is not in the script of its language.", script),
  check("language.mismatch", "warning", false, "The translation seems to be in another language.", language),
  check("outdated", "warning", false, "The source has changed since it was translated.", provenance),
  check("fuzzy.unedited", "warning", false, "A fuzzy match was confirmed without an edit.", provenance),
  check("issue.open", "warning", false, "A reported issue is still open.", provenance),
  check("case.first", "info", true, "Capitalization of the first letter differs from the source.", letterCase),
  check("inconsistent.reverse", "info", false, "A different source has the same translation.", consistency),
  check("mt.unedited_approved", "info", false, "A machine translation was approved within two seconds.", provenance),
] as const;

/** Id of a check, as in settings and API responses. */
export type CheckId = (typeof TABLE)[number]["id"];

/** All checks. */
export const CHECKS: readonly (Check & { readonly id: CheckId })[] = TABLE;

/** All checks that run: those of the table and those of projects. */
export const FAMILIES: ReadonlySet<Family> = new Set([...TABLE.map(({ family }) => family), customChecks]);

function check<const Id extends string>(
  id: Id,
  severity: Severity,
  fixable: boolean,
  description: string,
  family: Family,
) {
  return { id, severity, fixable, description, family };
}
