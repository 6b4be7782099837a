import type { CodeSpelling } from "@/lib/formats/inline";
import type { Span } from "@/lib/formats/splice";
import { tokenize } from "@/lib/text/segment";
import { type EscapeOptions, escapeMarkdown } from "./escape";
import { maskInline } from "./markers";

export type SpellOptions = EscapeOptions & { readonly lineStart: boolean };

type Item =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "open" | "close" | "single";
      readonly id: number;
      readonly raw: string;
      readonly span?: Span;
      /** Delimiter if it is emphasis. */
      readonly mark: string | undefined;
    };

type Code = Exclude<Item, { type: "text" }>;

/** Delimiters of CommonMark and GitHub, and their HTML elements for positions where delimiters would not work. */
const ELEMENTS: Readonly<Record<string, string>> = {
  "*": "em",
  _: "em",
  "**": "strong",
  __: "strong",
  "~": "del",
  "~~": "del",
};

/**
 * Writes an encoded text as Markdown. Emphasis keeps its delimiters where the flanking rules (CommonMark 0.31, 6.2)
 * allow them; spaces are moved out of it. Elsewhere it becomes an HTML element.
 */
export function spellMarkdown(
  encoded: string,
  spelling: CodeSpelling,
  source: string,
  options: SpellOptions,
): (string | Span)[] {
  const items = tidy(itemsOf(encoded, spelling, source));
  let links = 0;
  const strings = items.map((item, i) => {
    if (item.type !== "text") {
      if (item.type === "open" && item.raw.startsWith("[")) links++;
      if (item.type === "close" && item.raw.startsWith("]")) links--;
      return item.raw;
    }
    const previous = items[i - 1];
    const lineStart = previous
      ? /[\r\n][ \t>]*$/.test(previous.type === "text" ? "" : previous.raw)
      : options.lineStart;
    return escapeMarkdown(item.text, options, { lineStart, followed: i < items.length - 1, linked: links > 0 });
  });
  separateNeighbours(items, strings);
  const elements = asElements(items, strings);
  return items.map((item, i) => {
    if (item.type === "text") return strings[i]!;
    if (elements.has(item.id)) return `<${item.type === "close" ? "/" : ""}${ELEMENTS[item.mark!]}>`;
    return item.span && strings[i] === item.raw ? item.span : strings[i]!;
  });
}

/** Bare addresses and emoji names are recognised only between spaces or punctuation. */
const LOOSE = /^(?:https?:|www\.|[\w.+-]{1,100}@|:\w)/i;
const LOOSE_MAIL = /^[\w.+-]{1,100}@/;

/** Inserts a space where a moved code would merge with its neighbour. */
function separateNeighbours(items: readonly Item[], strings: string[]): void {
  for (const [i, item] of items.entries()) {
    if (item.type !== "single") continue;
    const before = strings[i - 1] ?? "";
    const after = strings[i + 1] ?? "";
    const loose = LOOSE.test(item.raw);
    if (loose && /[\p{L}\p{N}:]$/u.test(before)) strings[i - 1] = `${before} `;
    const next = items[i + 1];
    const marked = next !== undefined && next.type !== "text" && next.mark !== undefined;
    if (loose && !marked && goesOn(item.raw, after)) strings[i + 1] = ` ${after}`;
    // Two adjacent code spans: their backticks would form one longer delimiter.
    if (item.raw.endsWith("`") && after.startsWith("`")) strings[i] += " ";
  }
}

/**
 * Whether an address would continue into the text after it, which reaches to the next space without punctuation before
 * it (GFM, 6.9).
 */
function goesOn(raw: string, after: string): boolean {
  if (LOOSE_MAIL.test(raw)) return /^[\p{L}\p{N}_@-]|^\.[\p{L}\p{N}]/u.test(after);
  return !/^(?:[.,;!?)\]]|["'*:_~]+(?:[\s.,;!?)\]<]|$)|[\s<]|$)/.test(after);
}

function itemsOf(encoded: string, spelling: CodeSpelling, source: string): Item[] {
  return tokenize(encoded).flatMap((token): Item[] => {
    if (token.type === "text") return [token];
    const code = spelling.get(token.id);
    const piece = token.type === "close" ? code?.close : code?.open;
    if (!piece) return [];
    const { raw, start, end } = piece;
    const mark = code?.close && code.open.raw in ELEMENTS ? code.open.raw : undefined;
    const item = { type: token.type, id: token.id, raw, mark };
    return [source.slice(start, end) === raw ? { ...item, span: { start, end } } : item];
  });
}

function tidy(given: readonly Item[]): Item[] {
  let items = withoutNestedLinks(given);
  for (let before = -1; before !== items.length; ) {
    before = items.length;
    items = withoutEmptyPairs(spacesOutside(items));
  }
  while (isLineBreak(items[0])) items.shift();
  while (isLineBreak(items.at(-1))) items.pop();
  return items;
}

/** Links can't be nested: only the outer one is kept. */
function withoutNestedLinks(items: readonly Item[]): Item[] {
  let outer: number | undefined;
  const dropped = new Set<number>();
  return items.filter((item) => {
    if (item.type === "open" && item.raw === "[") {
      if (outer === undefined) outer = item.id;
      else dropped.add(item.id);
    }
    if (item.type === "close" && item.id === outer) outer = undefined;
    return item.type === "text" || !dropped.has(item.id);
  });
}

/** `** a **` is not bold, so spaces are moved outside. */
function spacesOutside(items: readonly Item[]): Item[] {
  const moved = [...items];
  const shift = (delimiterAt: number, textAt: number, space: RegExp) => {
    const mark = moved[delimiterAt];
    const text = moved[textAt];
    if (!mark || mark.type === "text" || text?.type !== "text" || !mark.mark) return;
    const found = space.exec(text.text)?.[0];
    if (!found) return;
    const rest = { type: "text", text: text.text.replace(space, "") } as const;
    const outside = { type: "text", text: found } as const;
    const before = textAt > delimiterAt;
    const three = before ? [outside, mark, rest] : [rest, mark, outside];
    moved.splice(Math.min(delimiterAt, textAt), 2, ...three.filter((item) => item.type !== "text" || item.text !== ""));
  };
  for (let i = moved.length - 1; i >= 0; i--) if (moved[i]!.type === "open") shift(i, i + 1, /^\s+/);
  for (let i = 0; i < moved.length; i++) if (moved[i]!.type === "close") shift(i, i - 1, /\s+$/);
  return mergeTexts(moved);
}

function mergeTexts(items: readonly Item[]): Item[] {
  const merged: Item[] = [];
  for (const item of items) {
    const last = merged.at(-1);
    if (item.type === "text" && last?.type === "text")
      merged[merged.length - 1] = { type: "text", text: last.text + item.text };
    else merged.push(item);
  }
  return merged;
}

/** Empty emphasis, and references without a text, would display their delimiters. */
function withoutEmptyPairs(items: readonly Item[]): Item[] {
  const kept: Item[] = [];
  for (const item of items) {
    const last = kept.at(-1);
    const closes = item.type === "close" && last?.type === "open" && last.id === item.id;
    if (closes && (item.mark || item.raw.startsWith("]["))) kept.pop();
    else kept.push(item);
  }
  return mergeTexts(kept);
}

function isLineBreak(item: Item | undefined): boolean {
  return item?.type === "single" && /^(?:\\| {2,})?[\r\n]/.test(item.raw);
}

/** After this many passes, all emphasis becomes HTML elements. */
const MAX_PASSES = 8;

/** Codes whose delimiters would not work at their position, also next to codes that become elements. */
function asElements(items: readonly Item[], strings: readonly string[]): Set<number> {
  const elements = new Set<number>();
  for (let pass = 0, before = -1; before !== elements.size; pass++) {
    before = elements.size;
    for (const [i, item] of items.entries()) {
      if ((item.type !== "open" && item.type !== "close") || !item.mark || elements.has(item.id)) continue;
      if (pass === MAX_PASSES || !mayStand(item.type, item.mark, i, items, strings, elements)) elements.add(item.id);
    }
  }
  return elements;
}

function mayStand(
  type: "open" | "close",
  mark: string,
  at: number,
  items: readonly Item[],
  strings: readonly string[],
  elements: ReadonlySet<number>,
): boolean {
  const isMark = (item: Item | undefined): item is Code =>
    item !== undefined && item.type !== "text" && item.mark !== undefined && !elements.has(item.id);
  const neighbours = [items[at - 1], items[at + 1]];
  // A closing and an opening delimiter of the same character would merge.
  if (neighbours.some((other) => isMark(other) && other.type !== type && other.mark?.[0] === mark[0])) return false;
  const isAlong = (item: Item | undefined) => isMark(item) && item.type === type;
  let from = at;
  while (isAlong(items[from - 1])) from--;
  let to = at;
  while (isAlong(items[to + 1])) to++;
  // Three or more delimiters of the same character are paired differently.
  const alike = items.slice(from, to + 1).filter((other) => isMark(other) && other.mark?.[0] === mark[0]);
  if (alike.length > 2) return false;
  // Like the reader, counts a short code as a word.
  const seen = (i: number) => (items[i]?.type === "single" ? maskInline(strings[i]!) : (strings[i] ?? ""));
  const before = seen(from - 1).at(-1) ?? " ";
  const after = seen(to + 1).at(0) ?? " ";
  const left = !SPACE.test(after) && (!PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before));
  const right = !SPACE.test(before) && (!PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after));
  if (!mark.startsWith("_")) return type === "open" ? left : right;
  return type === "open" ? left && (!right || PUNCTUATION.test(before)) : right && (!left || PUNCTUATION.test(after));
}

const SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
