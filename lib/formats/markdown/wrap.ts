/** Lines that must not be wrapped: headings, table rows, link definitions. */
const WHOLE = /^[ \t]*(?:#{1,6}[ \t]|\||\[[^\]]{1,999}\]:)/;

/** The marker of a list item; the item's other lines are indented by its width. */
const ITEM = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|#\.)[ \t]+)?/;

/** Words that would begin a list, a heading, a quote, a definition or a ruler at the start of a line. */
const BLOCK_WORD = /^(?:[-+*:|%]|[-=_*]{2,}|\d{1,9}[.)]|#{1,6}|#\.|[>|].*|`{3}.*|~{3}.*|:{3}.*)$/;

/** Wraps a line of Markdown to the width `room` without changing its meaning. A longer word stays whole. */
export function breakLine(line: string, room: number, measure: (text: string) => number): string[] {
  if (measure(line) <= room) return [line];
  const { lead, words } = wordsOf(line);
  const lines: string[] = [];
  let current = lead;
  let isEmpty = true;
  for (const word of words) {
    const longer = isEmpty ? current + word : `${current} ${word}`;
    if (isEmpty || measure(longer) <= room) current = longer;
    else {
      lines.push(current);
      current = " ".repeat(measure(lead)) + word;
    }
    isEmpty = false;
  }
  return [...lines, current];
}

/** The width of the widest word, which is the minimum width of a line. */
export function longestWord(line: string, measure: (text: string) => number): number {
  const { lead, words } = wordsOf(line);
  return words.reduce((most, word) => Math.max(most, measure(lead) + measure(word)), 0);
}

/** The prefix of a line, and the words between which it can be broken. */
function wordsOf(line: string): { lead: string; words: string[] } {
  if (WHOLE.test(line)) return { lead: "", words: [line] };
  const lead = ITEM.exec(line)![0];
  const words: string[] = [];
  for (const word of line.slice(lead.length).split(/[ \t]+/)) {
    const last = words.at(-1);
    // A backslash at the end of a line is a hard break.
    if (last !== undefined && (BLOCK_WORD.test(word) || last.endsWith("\\")))
      words[words.length - 1] = `${last} ${word}`;
    else words.push(word);
  }
  return { lead, words };
}
