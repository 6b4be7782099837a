/** Groups of languages similar enough to share whole sentences. */
const KIN = [
  "en sco fy",
  "es ca pt gl ast an oc it fr ro",
  "da nb nn sv",
  "hr sr bs sl",
  "cs sk",
  "ru uk be",
  "id ms",
  "bg mk",
  "af nl",
];

/** Whether two languages (without region) share many words with equal spelling, or are the same. */
export function areRelated(a: string, b: string): boolean {
  return a === b || KIN.some((group) => group.split(" ").includes(a) && group.split(" ").includes(b));
}
