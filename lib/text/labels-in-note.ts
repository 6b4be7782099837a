/** A line of its own: `label: checkout`, `labels: checkout, button`, `Tags: a, b`. */
const LINE = /^[\s*]*(?:labels?|tags?)\s?[:=](.+)$/gimu;
/** Without spaces, so that a sentence after “Label:” is none. */
const LABEL = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_./:-]{0,49}$/u;
/** Maximum labels of a segment. */
export const MAX_LABELS = 20;

/** Of a label, in UTF-16 units. */
export const MAX_LABEL_LENGTH = 50;

/** Labels that a file's note for translators states, in its order. */
export function labelsInNote(note: string | undefined): readonly string[] {
  const stated = [...(note ?? "").matchAll(LINE)].flatMap(([, list = ""]) => {
    const labels = list.split(",").map((label) => label.trim());
    return labels.every((label) => LABEL.test(label)) ? labels : [];
  });
  return [...new Set(stated)].slice(0, MAX_LABELS);
}
