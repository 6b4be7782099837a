/** Starts of markup that readers don't see, each with its end; a DOCTYPE ends with its internal subset. */
const ENDS: Readonly<Record<string, string>> = { "<!--": "-->", "<?": "?>", "<![CDATA[": "]]>" };
const OPENER = /<!--|<\?|<!\[CDATA\[|<!DOCTYPE\s(?:[^<>[\]"']|"[^"<]{0,1000}"|'[^'<]{0,1000}'){0,1000}[>[]/gi;
/** Tokens of an internal subset that may contain a bracket, and the brackets themselves. */
const IN_SUBSET = /"[^"]*"|'[^']*'|<!--[\s\S]{0,5000}?-->|<\?[\s\S]{0,5000}?\?>|\[|\](?:\s{0,100}>)?/g;

/** Replaces processing instructions and server code (`<?= $a->b ?>`), comments, CDATA sections and DOCTYPEs. */
export function replaceOpaque(markup: string, replace: (text: string) => string): string {
  const unclosed = new Set<string>();
  let written = "";
  let from = 0;
  for (const { 0: opener, index } of markup.matchAll(OPENER)) {
    const closer = ENDS[opener.toUpperCase()] ?? "";
    if (index < from || unclosed.has(closer)) continue;
    const inner = index + opener.length;
    const end = closer ? markup.indexOf(closer, inner) + closer.length : endOfSubset(markup, inner);
    if (end < inner) unclosed.add(closer);
    else {
      written += markup.slice(from, index) + replace(markup.slice(index, end));
      from = end;
    }
  }
  return written + markup.slice(from);
}

function endOfSubset(markup: string, from: number): number {
  if (markup[from - 1] === ">") return from;
  IN_SUBSET.lastIndex = from;
  for (let depth = 1, match = IN_SUBSET.exec(markup); match; match = IN_SUBSET.exec(markup)) {
    if (match[0] === "[") depth += 1;
    if (match[0][0] === "]" && --depth === 0) return match[0].endsWith(">") ? IN_SUBSET.lastIndex : -1;
  }
  return -1;
}
