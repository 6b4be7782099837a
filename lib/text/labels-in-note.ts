/** Labels on a separate line of a note: `label: checkout`, `labels: checkout, button`, `Tags: a, b`. */
const LINE = /^[\s*]*(?:labels?|tags?)\s?[:=](.+)$/gimu;
/** A label has no spaces, so a sentence after “Label:” is not read as a label. */
const LABEL = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_./:-]{0,49}$/u;
/** Maximum number of labels of a segment. */
export const MAX_LABELS = 20;

/** Maximum length of a label in UTF-16 units. */
export const MAX_LABEL_LENGTH = 50;

/** Labels in a file's note for translators, in the order of the note. */
export function labelsInNote(note: string | undefined): readonly string[] {
  const stated = [...(note ?? "").matchAll(LINE)].flatMap(([, list = ""]) => {
    const labels = list.split(",").map((label) => label.trim());
    return labels.every((label) => LABEL.test(label)) ? labels : [];
  });
  return [...new Set(stated)].slice(0, MAX_LABELS);
}

/** `max-length: 40`, `maxLength=40`, `MAX LENGTH: 40 characters`. A sentence about 40 characters is no limit. */
const LIMIT =
  /(?<![\p{L}\p{N}])max(?:imum)?[-_ .]?(?:len|length|chars|characters|width)\s?[:=]\s?(\d{1,5})(?![\d.,%])(?!\s?(?:px|pt|em|dp|sp)\b)/iu;

/** Maximum length of a translation in a file's note for translators, in characters; null without one. */
export function limitInNote(note: string | undefined): number | null {
  const limit = Number(LIMIT.exec(note ?? "")?.[1] ?? 0);
  return limit > 0 ? limit : null;
}
