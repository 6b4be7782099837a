import type { Placeholder } from "./placeholders";

/** Keys whose value is read by people even if it is a single word. */
const READABLE =
  /^"(?:title|subtitle|label|text|message|description|placeholder|caption|heading|tooltip|button|content|summary|question|answer|body|header|footer)"$/i;
/** Words with a blank between them; other escapes than that of a quotation mark would be read as letters. */
const PROSE = /^"(?:[^\\]|\\")*\p{L}{2}[^\\]*\s(?:[^\\]|\\")*"$/u;
const WORD = /^"\p{L}+[.!?…]?"$/u;

/** What is not read by people in a text that is a JSON document: all but its values that are prose. Each separates. */
export function findJson(plain: string): Placeholder[] {
  if (!/^\s*(?:\{\s*"|\[\s*[[{"])/.test(plain)) return [];
  try {
    JSON.parse(plain);
  } catch {
    return [];
  }
  const cuts = [0];
  let key = "";
  for (const { 0: string, index, 1: colon } of plain.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) {
    if (colon) key = string.slice(0, -colon.length);
    else if (PROSE.test(string) || (READABLE.test(key) && WORD.test(string)))
      cuts.push(index + 1, index + string.length - 1);
  }
  return [...cuts, plain.length].flatMap((end, i, all) => {
    const start = all[i - 1] ?? 0;
    if (i % 2 === 0) return [];
    return { start, end, text: plain.slice(start, end), kind: "value", equiv: "\n", is: "code" } as const;
  });
}
