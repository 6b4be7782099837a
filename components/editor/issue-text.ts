import type { useTranslations } from "use-intl";
import { languageName } from "@/lib/text/languages";
import type { QaIssue } from "@/lib/text/qa/check";
import { type CustomChecks, checkName } from "./check-name";

type Params = QaIssue["params"];

/** Parameters of the messages that say more than the name of a check. */
const SENTENCES: Readonly<Record<string, (params: Params, locale: string) => Params>> = {
  punctuation_end: ({ expected = "", found = "" }) => ({
    kind: found === "" ? "missing" : expected === "" ? "extra" : "other",
    expected: quoted(expected),
    found: quoted(found),
  }),
  length_ratio: (params) => params,
  case_first: (params) => params,
  newline_count: (params) => params,
  brackets_mismatch: (params) => params,
  length_max: (params) => params,
  language_mismatch: ({ language = "" }, locale) => ({ language: languageName(String(language), locale) }),
};

/** A finding in the reader's language, and the parts of the text concerned if the sentence does not name them. */
export function issueText(
  t: ReturnType<typeof useTranslations<"editor">>,
  { check, params: { form, ...params } }: Pick<QaIssue, "check" | "params">,
  { customChecks, locale }: { readonly customChecks: CustomChecks; readonly locale: string },
): { readonly text: string; readonly values: readonly string[] } {
  const key = check.replaceAll(".", "_");
  const sentence = SENTENCES[key];
  if (sentence) return { text: t(`findings.${key as "length_max"}`, sentence(params, locale) as never), values: [] };
  const text = checkName(t, check, customChecks);
  // A custom check also has its message as a parameter.
  const values = Object.values(params).map(String);
  return { text, values: values.filter((value) => value !== "" && value !== text && value !== String(form)) };
}

/** First strong isolate, pop directional isolate (UAX #9): keeps the mark in place in other directions. */
function quoted(mark: string | number): string {
  return `“\u2068${mark}\u2069”`;
}
