/** Signs that stand for Catalan's middle dot. */
const MIDDLE_DOTS = /(?<=[lL])[•‧∙⋅・](?=[lL])/g;

/**
 * Writes letters as the analysers know them: `l·l` with the middle dot whatever stands for it, an apostrophe for an accent that
 * was typed for one. Occitan's analysers know the straight apostrophe only.
 */
export function asAnalysed(text: string, language: string): string {
  const base = language.split("-")[0];
  let result = text;
  if (base === "ca" || base === "oc")
    result = result.replace(/[ŀĿ](?=[lL])/g, (dot) => (dot === "ŀ" ? "l·" : "L·")).replace(MIDDLE_DOTS, "·");
  if (/[´]/.test(result)) result = result.replace(/(?<=\p{L})´(?=\p{L})/gu, "'");
  return base === "oc" ? result.replace(/(?<=\p{L})’(?=\p{L})/gu, "'") : result;
}
