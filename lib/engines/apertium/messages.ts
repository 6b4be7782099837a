import { type CodeNode, type CodeTree, commonNode, type Run } from "./codes";
import type { Item } from "./lexer";
import { markQuotes, type Quotes } from "./quotes";

/** A part of a segment: a message for the engine, or content that bypasses the engine. */
export type Part =
  | { readonly kind: "message"; readonly items: readonly Item[] }
  | { readonly kind: "fixed"; readonly run: Run };

/** A message in Apertium's stream format, with the content of its blanks and names. */
export type Encoded = {
  readonly stream: string;
  /** True if the text has no full stop: the programs expect a sentence, so one is added. */
  readonly fakeStop: boolean;
  /** Original texts of the blanks `[0]`, `[1]`, … */
  readonly blanks: readonly Run[];
  /** Original texts of the names `XPH0`, `XPH1`, … */
  readonly names: readonly Run[];
  /** Original quotation marks of `‹` and `›`; null if the text itself contains these. */
  readonly quotes: Quotes | null;
  /** Innermost code of the words outside other codes. */
  readonly base: CodeNode;
};

/** Maximum length of a message: the engine's time grows faster than linearly, and a dead pipeline loses all of it. */
const MAX_MESSAGE_LENGTH = 2_000;
/** Length that a code or a symbol adds to a message. */
const BLANK_LENGTH = 8;

/** Splits a segment at line breaks and, if very long, at sentence ends; outer blanks belong to no message. */
export function plan(items: readonly Item[]): Part[] {
  const parts: Part[] = [];
  let message: Item[] = [];
  let length = 0;
  const finish = (): void => {
    parts.push(...frame(message));
    message = [];
    length = 0;
  };
  for (const item of items) {
    if (item.kind === "break") {
      finish();
      parts.push({ kind: "fixed", run: item.run });
      continue;
    }
    if (item.kind !== "text") {
      message.push(item);
      length += BLANK_LENGTH;
      if (length > MAX_MESSAGE_LENGTH) finish();
      continue;
    }
    let text = item.text;
    while (length + text.length > MAX_MESSAGE_LENGTH) {
      const cut = cutBefore(text, MAX_MESSAGE_LENGTH - length);
      message.push({ ...item, text: text.slice(0, cut) });
      text = text.slice(cut);
      finish();
    }
    message.push({ ...item, text });
    length += text.length;
  }
  finish();
  return parts;
}

/** Position after the last sentence that ends before `limit`, otherwise after the last word. */
function cutBefore(text: string, limit: number): number {
  const end = Math.max(...[". ", "? ", "! "].map((stop) => text.lastIndexOf(stop, limit - 2) + 1));
  return end || text.lastIndexOf(" ", limit) + 1 || Math.max(0, limit);
}

/** Removes text around the first and the last word; text without a letter is not sent. */
function frame(items: readonly Item[]): Part[] {
  const fixed = (some: readonly Item[]): Part[] => some.flatMap((item) => asFixed(item));
  if (!items.some((item) => item.kind === "text" && /\p{L}/u.test(item.text))) return fixed(items);
  const carries = (item: Item): boolean => item.kind === "name" || (item.kind === "text" && item.text.trim() !== "");
  const first = items.findIndex(carries);
  const last = items.findLastIndex(carries);
  const core = items.slice(first, last + 1);
  const lead = trimEdge(core, 0, (text) => text.trimStart());
  const trail = trimEdge(core, core.length - 1, (text) => text.trimEnd());
  return [
    ...fixed(items.slice(0, first)),
    ...lead,
    { kind: "message", items: core },
    ...trail,
    ...fixed(items.slice(last + 1)),
  ];
}

function trimEdge(items: Item[], index: number, trim: (text: string) => string): Part[] {
  const item = items[index];
  if (item?.kind !== "text") return [];
  const text = trim(item.text);
  if (text === item.text) return [];
  items[index] = { ...item, text };
  return [{ kind: "fixed", run: { encoded: " ".repeat(item.text.length - text.length), node: item.node } }];
}

function asFixed(item: Item): Part {
  // Text that isn't sent contains no letters, and of the characters that segments escape only `&`.
  if (item.kind !== "text") return { kind: "fixed", run: item.run };
  return { kind: "fixed", run: { encoded: item.text.replaceAll("&", "&amp;"), node: item.node } };
}

/**
 * Encodes a message. Placeholders become words (`XPH0`), which gives better syntax, or blanks if `namesAsBlanks`, since
 * blanks are never lost.
 */
export function encode(tree: CodeTree, items: readonly Item[], namesAsBlanks: boolean): Encoded {
  const base = items.reduce<CodeNode | null>((common, item) => {
    if (item.kind !== "text" || !/\p{L}/u.test(item.text)) return common;
    return common === null ? item.node : commonNode(tree, common, item.node);
  }, null);
  const blanks: Run[] = [];
  const names: Run[] = [];
  const { texts, quotes } = markQuotes(items.map((item) => (item.kind === "text" ? item.text : null)));
  const takenWord = items.some((item) => item.kind === "text" && /xph\d/i.test(item.text));
  let stream = "";
  for (const [index, item] of items.entries()) {
    if (item.kind === "text") {
      stream += encodeText(texts[index]!, item.node === base ? 0 : item.node);
    } else if (item.kind === "name" && !namesAsBlanks && !takenWord && isSeparateToken(items, index)) {
      stream += bind(`XPH${names.length}`, item.run.node === base ? 0 : item.run.node);
      names.push(item.run);
    } else {
      stream += `[${blanks.length}]`;
      blanks.push(item.run);
    }
  }
  const last = items.at(-1);
  const fakeStop = !(last?.kind === "text" && /[.?!…:;]["'”’»)\]]*$/.test(last.text.slice(-20)));
  return { stream, fakeStop, blanks, names, quotes, base: base ?? 0 };
}

/** True if the placeholder is neither part of a word nor next to another placeholder. */
function isSeparateToken(items: readonly Item[], index: number): boolean {
  const before = items[index - 1];
  const after = items[index + 1];
  const touches = (item: Item | undefined, edge: RegExp): boolean =>
    item?.kind === "name" || (item?.kind === "text" && edge.test(item.text));
  return !touches(before, /[\p{L}\p{M}\p{N}]$/u) && !touches(after, /^[\p{L}\p{M}\p{N}]/u);
}

function encodeText(text: string, node: CodeNode): string {
  const escaped = text.replace(/[[\]/$]/g, "\\$&");
  if (node === 0) return escaped;
  const core = escaped.trim();
  if (core === "") return escaped;
  const from = escaped.indexOf(core);
  return escaped.slice(0, from) + bind(core, node) + escaped.slice(from + core.length);
}

/** Word-bound blanks move with their words; other blanks do not. */
function bind(words: string, node: CodeNode): string {
  return node === 0 ? words : `[[t:g:${node}]]${words}[[/]]`;
}
