/** A label, and its text in the translation. Offsets are UTF-16. */
export type Label = { readonly start: number; readonly end: number; readonly written: string };

/** `a)`, `(b)`, `C.` and `D:` before an item, only at the start of a text. */
const ITEM = /^\s*\(?[A-Za-z](?:\)|[.:](?=\s+\p{Lu}))(?=\s)/u;
/** `a. C.`, whose `a` Spanish and Catalan dictionaries treat as a preposition. */
const ERA = /(?<=\d )([ad])\. ?C\./gu;
/** `(a)` within a text, `N/A`, `A/B/C`, `OK`. */
const WITHIN = /(?<![\p{L}\p{N}])(?:\([A-Za-z]\)|\p{Lu}(?:\/\p{Lu}){1,3}|OK|[Yy]es\/[Nn]o|YES\/NO)(?![\p{L}\p{N}])/gu;

/** The month "May", not the verb. */
const MARCH =
  /(?<=(?<![\p{L}])(?:in|since|on|of|by|from|until|till|last|next|early|late|this|every|\d(?:st|nd|rd|th)?) )March(?![\p{L}])|(?<![\p{L}])March(?= \d)/giu;

/** Names behind titles, which may be words, and `a` in a formula, which is no article. */
const ENGLISH =
  /(?<=(?<!\p{L})(?:Mrs?|Ms|Miss|Dr|Prof)\.? )\p{Lu}[\p{L}'’-]+|(?<![\p{L}\p{N}])a(?= [×÷=<>±≤≥≠+] )|(?<= [×÷=<>±≤≥≠+] )a(?! \p{L})/gu;

const YES_NO: Readonly<Record<string, string>> = { es: "Sí/No", ca: "Sí/No", gl: "Si/Non", eo: "Jes/Ne" };

/** Finds labels, whose letters are not words: dictionaries read `A` as an article and `OK` as a word in capitals. */
export function findLabels(
  text: string,
  isStart: boolean,
  { source, target }: { readonly source: string; readonly target: string },
): Label[] {
  const item = isStart ? ITEM.exec(text) : null;
  const labels = item ? [{ start: 0, end: item[0].length, written: item[0] }] : [];
  if (source === "es" || source === "ca") {
    for (const { index, 0: era, 1: letter } of text.matchAll(ERA)) {
      const end = index + era.length;
      // At the end of the text, the label's full stop also ends the sentence.
      const english = (letter === "a" ? "BC" : "AD") + (text.slice(end).trim() === "" ? "." : "");
      labels.push({ start: index, end, written: target.startsWith("en") ? english : era });
    }
  }
  if (source.startsWith("en") && text.includes("March")) {
    const written = new Intl.DateTimeFormat(target, { month: "long", timeZone: "UTC" }).format(new Date("2026-03-01"));
    for (const { index, 0: month } of text.matchAll(MARCH)) {
      // Catalan's rules read a whole date.
      if (target.startsWith("ca") && /^ \d{1,2}, \d{4}/.test(text.slice(index + month.length))) continue;
      labels.push({ start: index, end: index + month.length, written });
    }
  }
  if (source.startsWith("en"))
    for (const { index, 0: written } of text.matchAll(ENGLISH))
      labels.push({ start: index, end: index + written.length, written });
  if (!/[/(]|OK/.test(text)) return labels.sort((a, b) => a.start - b.start);
  for (const { index, 0: label } of text.matchAll(WITHIN)) {
    const end = index + label.length;
    if (item && index < item[0].length) continue;
    if (!/yes/i.test(label)) labels.push({ start: index, end, written: label });
    else if (source === "en" && YES_NO[target])
      labels.push({ start: index, end, written: inCase(YES_NO[target], label) });
  }
  return labels.sort((a, b) => a.start - b.start);
}

function inCase(words: string, like: string): string {
  if (like === like.toUpperCase()) return words.toUpperCase();
  return like.replace(/^(.).*\/(.).*$/, (_, a: string, b: string) => {
    const [one = "", other = ""] = words.split("/");
    const cased = (word: string, letter: string) => (/\p{Lu}/u.test(letter) ? word : word.toLowerCase());
    return `${cased(one, a)}/${cased(other, b)}`;
  });
}
