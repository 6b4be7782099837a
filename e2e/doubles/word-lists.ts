/** Words that a source lists together: in an array or a call, as a union type, or as keys of an object. */
export type WordList = {
  readonly kind: "array" | "union" | "keys";
  readonly words: string[];
  start: number;
  end: number;
};

type Token = { readonly type: "string" | "word" | "sign"; readonly text: string; start: number; end: number };

/**
 * Skips comments. A quote that is not closed on its line (in JSX text or a regular expression) is a token by itself.
 */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<sign>\S)/gu;

/**
 * All lists of two or more words in a TypeScript source. Reads tokens and no syntax, which suffices to find copied
 * lists.
 */
export function wordLists(source: string): WordList[] {
  const tokens = tokensOf(source);
  return [...unions(tokens), ...groups(tokens)].filter(({ words }) => words.length > 1);
}

function unions(tokens: readonly Token[]): WordList[] {
  const lists: WordList[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.type !== "string") continue;
    const last = lists.at(-1);
    if (last && tokens[i - 1]?.text === "|" && tokens[i - 2]?.end === last.end) {
      last.words.push(wordOf(token));
      last.end = token.end;
    } else lists.push({ kind: "union", words: [wordOf(token)], start: token.start, end: token.end });
  }
  return lists;
}

/** The content of each pair of brackets: arrays, arguments and objects. */
function groups(tokens: readonly Token[]): WordList[] {
  const lists: WordList[] = [];
  const open: { readonly sign: string; readonly start: number; readonly strings: string[]; readonly keys: string[] }[] =
    [];
  for (const [i, token] of tokens.entries()) {
    const group = open.at(-1);
    if (group && token.type === "string" && isItem(tokens, i)) group.strings.push(wordOf(token));
    if (group?.sign === "{" && token.type !== "sign" && isKey(tokens, i)) group.keys.push(wordOf(token));
    if (/^[[({]$/.test(token.text)) open.push({ sign: token.text, start: token.start, strings: [], keys: [] });
    const closed = /^[\])}]$/.test(token.text) ? open.pop() : undefined;
    if (!closed) continue;
    const place = { start: closed.start, end: token.end };
    lists.push({ kind: "array", words: closed.strings, ...place }, { kind: "keys", words: closed.keys, ...place });
  }
  return lists;
}

function isItem(tokens: readonly Token[], i: number): boolean {
  return /^[[(,]$/.test(tokens[i - 1]?.text ?? "") && /^[\]),]$/.test(tokens[i + 1]?.text ?? "");
}

function isKey(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]?.text ?? "";
  const after = tokens[i + 1]?.text ?? "";
  if (!/^(?:[{,;]|readonly)$/.test(before)) return false;
  return after === ":" || (after === "?" && tokens[i + 2]?.text === ":") || /^[,}]$/.test(after);
}

const wordOf = ({ type, text }: Token) => (type === "string" ? text.slice(1, -1) : text);

function tokensOf(source: string): Token[] {
  return [...source.matchAll(TOKEN)].flatMap((match) => {
    const type = (["string", "word", "sign"] as const).find((name) => match.groups?.[name] !== undefined);
    return type ? [{ type, text: match[0], start: match.index, end: match.index + match[0].length }] : [];
  });
}
