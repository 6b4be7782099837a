/** Characters that people use instead of Catalan's middle dot. */
const MIDDLE_DOTS = /(?<=[lL])[•‧∙⋅・](?=[lL])/g;

const INVERTED_SUBJECT = /(?<=\p{L}{2})-(?:t-)?(?:je|tu|ils?|elles?|on|nous|vous)(?![\p{L}\p{N}-])/gu;

const DAYS_AND_MONTHS =
  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June July August September October November December".split(
    " ",
  );
/** English days before a date, and months next to a number. */
const SHORT_DATE =
  /(?<!\p{L})(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?=,? (?:\d{1,2}(?!\d)|\p{Lu}\p{Ll}{2,8}\.? \d))|(?<=\d(?:st|nd|rd|th)? )(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)(?!\p{L})|(?<!\p{L})(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)(?= \d)/gu;

/**
 * Writes letters as the analysers know them: `l·l` with a real middle dot, and an apostrophe instead of an accent typed
 * by mistake. Occitan's analysers know only the straight apostrophe.
 */
export function asAnalysed(
  text: string,
  { source, target }: { readonly source: string; readonly target: string },
): string {
  const base = source.split("-")[0];
  let result = text;
  if (base === "en" && /\d/.test(result))
    result = result.replace(SHORT_DATE, (short) => DAYS_AND_MONTHS.find((name) => name.startsWith(short))!);
  // Spanish omits the subject that French puts after the verb of a question ("es-tu", "dit-elle").
  if (base === "fr" && target === "es") result = result.replace(INVERTED_SUBJECT, "");
  if (base === "ca" || base === "oc")
    result = result.replace(/[ŀĿ](?=[lL])/g, (dot) => (dot === "ŀ" ? "l·" : "L·")).replace(MIDDLE_DOTS, "·");
  if (/[´]/.test(result)) result = result.replace(/(?<=\p{L})´(?=\p{L})/gu, "'");
  return base === "oc" ? result.replace(/(?<=\p{L})’(?=\p{L})/gu, "'") : result;
}
