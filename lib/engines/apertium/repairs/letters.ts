/** Characters used instead of Catalan's middle dot. */
const MIDDLE_DOTS = /(?<=[lL])[•‧∙⋅・](?=[lL])/g;

/**
 * Writes letters as the analysers know them: `l·l` with a real middle dot, and an apostrophe for an accent typed in its
 * place. Occitan's analysers know only the straight apostrophe.
 */
export function asAnalysed(text: string, language: string): string {
  const base = language.split("-")[0];
  let result = text;
  if (base === "ca" || base === "oc")
    result = result.replace(/[ŀĿ](?=[lL])/g, (dot) => (dot === "ŀ" ? "l·" : "L·")).replace(MIDDLE_DOTS, "·");
  if (/[´]/.test(result)) result = result.replace(/(?<=\p{L})´(?=\p{L})/gu, "'");
  return base === "oc" ? result.replace(/(?<=\p{L})’(?=\p{L})/gu, "'") : result;
}
