/** A part of a regular expression: an escape, a class, the start of a group, a quantifier or one character. */
const PART =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<[^>]*>)|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

/** Mutations of a regular expression: anchors and quantifiers removed, classes and look-arounds negated. */
export function regexMutations(pattern: string, flags: string): string[] {
  // Nested classes would need a parser.
  if (flags.includes("v")) return [];
  const parts = [...pattern.matchAll(PART)];
  return parts
    .flatMap(({ 0: part, index }) =>
      changesOf(part).map((change) => pattern.slice(0, index) + change + pattern.slice(index + part.length)),
    )
    .filter((changed) => changed !== "" && isValid(changed, flags))
    .map((changed) => `/${changed}/${flags}`);
}

function changesOf(part: string): string[] {
  if (part === "^" || part === "$") return [""];
  if (/^\\[dDsSwWbBpP]/.test(part)) return [swapCase(part)];
  if (part.startsWith("[^")) return [`[${part.slice(2)}`];
  if (part.startsWith("[")) return [`[^${part.slice(1)}`];
  if (/^\(\?<?[=!]$/.test(part)) return [part.endsWith("=") ? `${part.slice(0, -1)}!` : `${part.slice(0, -1)}=`];
  if (/^(?:[*+?]|\{\d)/.test(part)) return [""];
  return [];
}

function swapCase(part: string): string {
  const letter = part.charAt(1);
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return `\\${other}${part.slice(2)}`;
}

function isValid(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}
