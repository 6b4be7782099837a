import { type InlineCode, type Segment, serialize, type Token, tokenize } from "./segment";

export type CodeFault = {
  readonly id: number;
  /** `unknown`: the source has no such code; `crossed`: not well nested. */
  readonly fault: "missing" | "doubled" | "unknown" | "unclosed" | "crossed";
};

/**
 * What is wrong with the codes of a translation: each code of the source must be there exactly once and well nested.
 * A `format` may be split in several, and one that is `deletable` may be missing.
 */
export function checkCodes(source: Segment, translated: string): CodeFault[] {
  const faults: CodeFault[] = [];
  const kinds = new Map(source.codes.map((code) => [code.id, code]));
  const uses = new Map<number, number>();
  const open: number[] = [];
  for (const token of tokenize(translated)) {
    if (token.type === "text") continue;
    const code = kinds.get(token.id);
    if (!code || isPaired(code) !== (token.type !== "single")) faults.push({ id: token.id, fault: "unknown" });
    else if (token.type === "close") {
      const at = open.lastIndexOf(token.id);
      if (at < 0) faults.push({ id: token.id, fault: "unclosed" });
      else if (at < open.length - 1) faults.push({ id: token.id, fault: "crossed" });
      if (at >= 0) open.splice(at, 1);
    } else {
      uses.set(token.id, (uses.get(token.id) ?? 0) + 1);
      if (token.type === "open") open.push(token.id);
    }
  }
  for (const id of open) faults.push({ id, fault: "unclosed" });
  for (const code of source.codes) {
    const count = uses.get(code.id) ?? 0;
    if (count === 0 && !code.deletable) faults.push({ id: code.id, fault: "missing" });
    if (count > 1 && code.kind !== "format") faults.push({ id: code.id, fault: "doubled" });
  }
  return faults;
}

export type Repaired = {
  readonly text: string;
  /** Codes whose place had to be guessed. */
  readonly moved: readonly number[];
};

/**
 * Gives a translation in which every code of the source stands exactly once and well nested, whatever an engine made
 * of it. In order: damaged codes are recognised, unknown and doubled ones dropped, crossed ones uncrossed, open ones
 * closed after a word, missing ones put where they stand in the source, relative to its length. `inner` may give, by
 * id, the translation of a pair's text alone: where it is found once, the pair goes around it.
 */
export function repairCodes(
  source: Segment,
  translated: string,
  inner: ReadonlyMap<number, string> = new Map(),
): Repaired {
  const recognised = recognise(translated, source);
  if (checkCodes(source, recognised).length === 0) return { text: recognised, moved: [] };
  const moved = new Set<number>();
  const kinds = new Map(source.codes.map((code) => [code.id, code]));
  const nested = nest(dropDoubles(tokenize(recognised), kinds, moved), kinds, moved);
  const complete = insertMissing(nested, source, inner, moved);
  return { text: serialize(complete), moved: [...moved].sort((a, b) => a - b) };
}

function isPaired(code: InlineCode): boolean {
  return code.kind === "pair" || code.kind === "format";
}

/** A code that an engine wrote with blanks, in capitals, or in full width. */
const DAMAGED = /[<＜]\s{0,2}([/／]?)\s{0,2}([gGxX])\s{0,2}(\d{1,6})\s{0,2}([/／]?)\s{0,2}[>＞]/g;

function recognise(translated: string, source: Segment): string {
  const ids = new Set(source.codes.map((code) => code.id));
  return translated.replace(DAMAGED, (whole, slash: string, letter: string, id: string) => {
    if (!ids.has(Number(id))) return /^<\/?[gx]\d+\/?>$/.test(whole) ? "" : whole;
    return letter.toLowerCase() === "x" ? `<x${Number(id)}/>` : `<${slash ? "/" : ""}g${Number(id)}>`;
  });
}

/** Keeps one use of each code; a `format` may be used again. */
function dropDoubles(tokens: readonly Token[], kinds: ReadonlyMap<number, InlineCode>, moved: Set<number>): Token[] {
  const seen = { open: new Set<number>(), close: new Set<number>(), single: new Set<number>() };
  return tokens.filter((token) => {
    if (token.type === "text") return true;
    const code = kinds.get(token.id);
    if (!code || isPaired(code) !== (token.type !== "single")) return false;
    if (code.kind === "format") return true;
    if (seen[token.type].has(token.id)) {
      moved.add(token.id);
      return false;
    }
    seen[token.type].add(token.id);
    return true;
  });
}

/** Makes pairs well nested: drops closings without an opening, uncrosses, and closes what was left open. */
function nest(tokens: readonly Token[], kinds: ReadonlyMap<number, InlineCode>, moved: Set<number>): Token[] {
  const done: Token[] = [];
  const open: number[] = [];
  /** Closings that wait until the pair inside of theirs has closed. */
  const waiting = new Set<number>();
  const closeTop = (): void => {
    done.push({ type: "close", id: open.pop()! });
    while (open.length > 0 && waiting.has(open.at(-1)!)) {
      waiting.delete(open.at(-1)!);
      done.push({ type: "close", id: open.pop()! });
    }
  };
  for (const token of tokens) {
    if (token.type === "open") {
      // A format inside of itself says nothing.
      if (open.includes(token.id)) continue;
      open.push(token.id);
      done.push(token);
    } else if (token.type === "close") {
      const at = open.lastIndexOf(token.id);
      if (at < 0) continue;
      const above = open.slice(at + 1);
      if (above.length === 0) closeTop();
      else if (above.every((id) => kinds.get(id)?.kind === "format")) {
        for (const _ of above) closeTop();
        closeTop();
        for (const id of above) {
          open.push(id);
          done.push({ type: "open", id });
        }
        moved.add(token.id);
      } else {
        waiting.add(token.id);
        moved.add(token.id);
      }
    } else done.push(token);
  }
  const unclosed = open.filter((id) => !waiting.has(id));
  for (const id of unclosed) moved.add(id);
  return unclosed.length > 0
    ? closeAfterWord(done, open)
    : [...done, ...[...open].reverse().map((id): Token => ({ type: "close", id }))];
}

/** The innermost unclosed pair closes after the word that follows it; those around it at the end. */
function closeAfterWord(tokens: Token[], open: readonly number[]): Token[] {
  const innermost = open.at(-1)!;
  const at = tokens.findLastIndex((token) => token.type === "open" && token.id === innermost);
  const next = tokens[at + 1];
  const around = [...open.slice(0, -1)].reverse().map((id): Token => ({ type: "close", id }));
  if (next?.type !== "text")
    return [...tokens.slice(0, at + 1), { type: "close", id: innermost }, ...tokens.slice(at + 1), ...around];
  const word = /^\s*\S+/.exec(next.text)?.[0] ?? next.text;
  return [
    ...tokens.slice(0, at + 1),
    { type: "text", text: word },
    { type: "close", id: innermost },
    ...textToken(next.text.slice(word.length)),
    ...tokens.slice(at + 2),
    ...around,
  ];
}

function insertMissing(
  tokens: Token[],
  source: Segment,
  inner: ReadonlyMap<number, string>,
  moved: Set<number>,
): Token[] {
  const present = new Set(tokens.flatMap((token) => (token.type === "text" ? [] : [token.id])));
  let result = withoutEmptyText(tokens);
  for (const code of source.codes) {
    if (present.has(code.id) || code.deletable) continue;
    moved.add(code.id);
    const span = spanInSource(source, code.id);
    if (!isPaired(code)) result = insertSingle(result, code, span);
    else result = wrapFound(result, code.id, inner.get(code.id)) ?? wrapSpan(result, code.id, span);
  }
  return result;
}

type Span = { readonly start: number; readonly end: number };

/** Where a code stands in the source, as shares of its length. */
function spanInSource(source: Segment, id: number): Span {
  let at = 0;
  let start = 0;
  let end: number | null = null;
  for (const token of tokenize(source.text)) {
    if (token.type === "text") at += token.text.length;
    else if (token.id === id && token.type === "close") end = at;
    else if (token.id === id) start = at;
  }
  const total = Math.max(at, 1);
  return { start: start / total, end: (end ?? start) / total };
}

/** Puts a single code between words at its share of the length. */
function insertSingle(tokens: Token[], code: InlineCode, span: Span): Token[] {
  const mark: Token = { type: "single", id: code.id };
  if (span.start === 0) return [mark, ...tokens];
  if (span.start === 1) return [...tokens, mark];
  const place = textAt(tokens, span.start);
  if (!place) return [...tokens, mark];
  const { index, text, offset } = place;
  const at = wordEdge(text, offset);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  // A placeholder is a word: it must not grow together with its neighbours.
  const lead = code.kind === "placeholder" && /\S$/.test(before) ? " " : "";
  const trail = code.kind === "placeholder" && /^[\p{L}\p{N}]/u.test(after) ? " " : "";
  return [
    ...tokens.slice(0, index),
    ...textToken(before + lead),
    mark,
    ...textToken(trail + after),
    ...tokens.slice(index + 1),
  ];
}

/** Puts a pair around its own translation, where that stands exactly once, as whole words. */
function wrapFound(tokens: Token[], id: number, wanted: string | undefined): Token[] | null {
  const needle = wanted?.trim().toLowerCase();
  if (!needle) return null;
  const hits = tokens.flatMap((token, index) => {
    if (token.type !== "text") return [];
    const at = token.text.toLowerCase().indexOf(needle);
    const isWord =
      at >= 0 &&
      !/[\p{L}\p{N}]$/u.test(token.text.slice(0, at)) &&
      !/^[\p{L}\p{N}]/u.test(token.text.slice(at + needle.length));
    return isWord ? [{ index, at }] : [];
  });
  const [hit] = hits;
  return hits.length === 1 && hit ? wrap(tokens, id, hit.index, hit.at, hit.at + needle.length) : null;
}

/** Puts a pair around the words at its share of the length, within one run of text so that nothing is crossed. */
function wrapSpan(tokens: Token[], id: number, span: Span): Token[] {
  const place = textAt(tokens, (span.start + span.end) / 2);
  if (!place) return [...tokens, { type: "open", id }, { type: "close", id }];
  const { index, text, total, from } = place;
  const start = wordEdge(text, Math.min(Math.max(Math.round(span.start * total) - from, 0), text.length));
  const end = wordEdge(text, Math.min(Math.max(Math.round(span.end * total) - from, 0), text.length));
  const word = /^\s*\S+/.exec(text.slice(start))?.[0].length ?? 0;
  return wrap(tokens, id, index, start, Math.max(end, start + (span.end > span.start ? word : 0)));
}

function wrap(tokens: Token[], id: number, index: number, start: number, end: number): Token[] {
  const { text } = tokens[index] as Token & { type: "text" };
  const inside = text.slice(start, end);
  const lead = inside.length - inside.trimStart().length;
  const trail = inside.trim() === "" ? 0 : inside.length - inside.trimEnd().length;
  const [from, to] = [start + lead, Math.max(end - trail, start + lead)];
  return [
    ...tokens.slice(0, index),
    ...textToken(text.slice(0, from)),
    { type: "open", id },
    ...textToken(text.slice(from, to)),
    { type: "close", id },
    ...textToken(text.slice(to)),
    ...tokens.slice(index + 1),
  ];
}

/** The run of text at a share of the whole length. `from` is where it begins, in the text without codes. */
function textAt(
  tokens: readonly Token[],
  share: number,
): { index: number; text: string; offset: number; from: number; total: number } | null {
  const total = tokens.reduce((sum, token) => sum + (token.type === "text" ? token.text.length : 0), 0);
  const wanted = Math.min(Math.round(share * total), total);
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "text") continue;
    if (wanted <= from + token.text.length) return { index, text: token.text, offset: wanted - from, from, total };
    from += token.text.length;
  }
  return null;
}

/** The nearest place between words. */
function wordEdge(text: string, offset: number): number {
  if (offset <= 0) return 0;
  if (offset >= text.length) return text.length;
  for (let distance = 0; distance <= text.length; distance++) {
    for (const at of [offset - distance, offset + distance]) {
      if (at === 0 || at === text.length || (at > 0 && at < text.length && /\s/.test(text[at]!))) return at;
    }
  }
  return text.length;
}

function textToken(text: string): Token[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function withoutEmptyText(tokens: readonly Token[]): Token[] {
  return tokens.filter((token) => token.type !== "text" || token.text !== "");
}
