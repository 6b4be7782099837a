/** Groups of languages so similar that whole sentences can be identical. */
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

/** True if two languages (without region) share many words with the same spelling, or are the same. */
export function areRelated(a: string, b: string): boolean {
  return a === b || KIN.some((group) => group.split(" ").includes(a) && group.split(" ").includes(b));
}
