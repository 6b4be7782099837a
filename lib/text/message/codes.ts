import { type InlineCode, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";
import { nestCodes } from "./nest-codes";
import { insertPair, insertSingle } from "./place-codes";
import {
  describeSource,
  type ListedCode,
  listCodes,
  type SourceCode,
  type SourceCodes,
  wordSpans,
} from "./source-codes";

/** Checks and repairs inline codes after a translation, by the rules of {@link InlineCodeKind}. */

export type CodeFault = {
  /**
   * - `missing`: absent and not deletable;
   * - `doubled`: present more than once and not a `format`;
   * - `unknown`: not in the source, or a pair instead of a single or vice versa;
   * - `crossed`: closed while a code opened later is still open;
   * - `unclosed`: opened and not closed, or closed and not opened.
   */
  readonly fault: "missing" | "doubled" | "unknown" | "crossed" | "unclosed";
  readonly id: number;
};

/** Errors in the codes of a translation of `source`; empty if the translation can be written. Takes encoded text. */
export function checkCodes(source: Segment, translated: string): CodeFault[] {
  if (source.codes.length === 0 && !translated.includes("<")) return [];
  return faultsOf(listCodes(source, tokenize(source.text)), tokenize(translated));
}

export type RepairedCodes = {
  /** Encoded text that contains every required code exactly once (a `format` at least once), well nested. */
  readonly text: string;
  /** Codes whose position is estimated, ordered by id. */
  readonly moved: readonly number[];
};

/**
 * Repairs the inline codes of a translation: reads damaged ones (`< G1 >`, `＜g1＞`), drops unknown and doubled ones,
 * closes open ones, separates overlapping ones, and inserts missing ones: around the words that `innerTranslations` (id
 * → plain translation of that pair alone) or the source gives for them, else around the words at the same position of
 * the sentence. Returns a translation without errors unchanged.
 */
export function repairCodes(
  source: Segment,
  translated: string,
  innerTranslations: ReadonlyMap<number, string> = new Map(),
): RepairedCodes {
  if (source.codes.length === 0 && !translated.includes("<")) return { text: translated, moved: [] };
  const codes = describeSource(source);
  if (faultsOf(codes, tokenize(translated)).length === 0) return { text: translated, moved: [] };
  const read = readDamaged(codes, translated);
  const moved = new Set(faultsOf(codes, read).flatMap(({ fault, id }) => (fault === "unknown" ? [] : [id])));
  const ids = [...moved].sort((a, b) => a - b);
  if (codes.size > MANY_CODES) return { text: serialize(nestCodes(read, [...codes.values()])), moved: ids };
  const tokens = nest(codes, read);
  for (const code of codes.values()) {
    if (tokens.some((token) => token.type !== "text" && token.id === code.id)) continue;
    if (code.deletable && !moved.has(code.id)) continue;
    if (code.pair) insertPair(tokens, code, codes, innerTranslations.get(code.id));
    else insertSingle(tokens, code, codes);
  }
  return { text: serialize(tokens), moved: ids };
}

/** Maximum codes: finding good positions takes at least quadratic time, and no real sentence has so many. */
const MANY_CODES = 128;

function faultsOf(codes: ReadonlyMap<number, ListedCode>, tokens: readonly Token[]): CodeFault[] {
  const faults = new Map<string, CodeFault>();
  const add = (fault: CodeFault["fault"], id: number) => faults.set(`${fault} ${id}`, { id, fault });
  const times = new Map<number, number>();
  const open: { readonly id: number; closed: boolean }[] = [];
  const openById = new Map<number, (typeof open)[number][]>();
  for (const token of tokens) {
    if (token.type === "text") continue;
    const { id } = token;
    if (codes.get(id)?.pair !== (token.type !== "single")) add("unknown", id);
    else if (token.type === "close") {
      const partner = openById.get(id)?.pop();
      if (!partner) add("unclosed", id);
      else {
        // A code closed too early stays on the stack until it is on top: removing it earlier takes quadratic time.
        while (open.at(-1)?.closed) open.pop();
        if (open.at(-1) !== partner) add("crossed", id);
        partner.closed = true;
      }
    } else {
      times.set(id, (times.get(id) ?? 0) + 1);
      if (token.type === "single") continue;
      const opened = { id, closed: false };
      open.push(opened);
      openById.set(id, openById.get(id) ?? []);
      openById.get(id)!.push(opened);
    }
  }
  for (const { id, closed } of open) if (!closed) add("unclosed", id);
  for (const { id, kind, deletable } of codes.values()) {
    const found = times.get(id) ?? 0;
    if (found === 0 && !deletable && !faults.has(`unclosed ${id}`)) add("missing", id);
    if (found > 1 && kind !== "format") add("doubled", id);
  }
  return [...faults.values()];
}

/** A code with white space, capitals or full-width brackets. Repetitions are bounded, for linear time. */
const DAMAGED = /[<＜]\s{0,2}([/／]?)\s{0,2}([gxGX])\s{0,2}(\d{1,6})\s{0,2}([/／]?)\s{0,2}[>＞]/g;

/** Reads a translation with the codes of its source: `<x1>` is a single code if 1 is one. Drops unknown codes. */
function readDamaged(codes: SourceCodes, translated: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const match of translated.matchAll(DAMAGED)) {
    const [whole, slash, , digits, selfClosing] = match;
    const code = codes.get(Number(digits));
    // Full-width brackets are plain text unless they contain a code.
    if (!code && whole.startsWith("＜")) continue;
    tokens.push(...tokenize(translated.slice(from, match.index)));
    from = match.index + whole.length;
    if (!code) continue;
    if (!code.pair) tokens.push({ type: "single", id: code.id });
    else if (slash) tokens.push({ type: "close", id: code.id });
    else tokens.push({ type: "open", id: code.id }, ...(selfClosing ? [{ type: "close", id: code.id } as const] : []));
  }
  tokens.push(...tokenize(translated.slice(from)));
  return tokens;
}

/** Makes existing codes well nested and unique. Drops codes without a position. */
function nest(codes: SourceCodes, read: readonly Token[]): Token[] {
  const tokens: Token[] = [];
  const seen = new Set<number>();
  const open: { id: number; at: number }[] = [];
  const lastClose = new Map<number, number>();
  for (const [index, token] of read.entries()) if (token.type === "close") lastClose.set(token.id, index);

  /** Closes all codes from `depth` on. Reopens those that continue after `index`: a `format`, and any that is empty. */
  const closeDownTo = (depth: number, index: number): number[] => {
    const reopened: number[] = [];
    while (open.length > depth) {
      const { id, at } = open.pop()!;
      const goesOn = open.length > depth - 1 && (lastClose.get(id) ?? -1) > index;
      if (goesOn && at === tokens.length - 1) {
        tokens.pop();
        reopened.unshift(id);
      } else if (goesOn) {
        tokens.push({ type: "close", id });
        if (codes.get(id)!.kind === "format") reopened.unshift(id);
      } else if ((lastClose.get(id) ?? -1) === index) {
        tokens.push({ type: "close", id });
      } else {
        const place = { from: at, limit: tokens.length, missing: "close" } as const;
        if (!placeMark(tokens, codes.get(id)!, place)) tokens.push({ type: "close", id });
      }
    }
    return reopened;
  };

  for (const [index, token] of read.entries()) {
    if (token.type === "text") tokens.push(token);
    else if (token.type === "single") {
      if (!seen.has(token.id)) tokens.push(token);
      seen.add(token.id);
    } else if (token.type === "open") {
      const again = seen.has(token.id) && codes.get(token.id)!.kind !== "format";
      if (again || open.some(({ id }) => id === token.id)) continue;
      seen.add(token.id);
      open.push({ id: token.id, at: tokens.length });
      tokens.push(token);
    } else {
      const depth = open.findIndex(({ id }) => id === token.id);
      if (depth < 0) {
        if (!seen.has(token.id)) openBefore(tokens, codes.get(token.id)!, open.at(-1)?.at ?? -1);
        seen.add(token.id);
        continue;
      }
      const inner = closeDownTo(depth + 1, index);
      open.pop();
      tokens.push(token);
      for (const id of inner) {
        open.push({ id, at: tokens.length });
        tokens.push({ type: "open", id });
      }
    }
  }
  closeDownTo(0, read.length);
  return tokens;
}

/** For a lone closing code: opens the pair after the token `limit` at the earliest. */
function openBefore(tokens: Token[], code: SourceCode, limit: number): void {
  tokens.push({ type: "close", id: code.id });
  const end = tokens.length - 1;
  if (placeMark(tokens, code, { from: end, limit, missing: "open" })) return;
  tokens.splice(code.innerWords > 0 ? limit + 1 : end, 0, { type: "open", id: code.id });
}

/**
 * Places the missing mark of a pair as many words from the other one, at `from`, as in the source, outside of pairs in
 * between and before the token `limit`. False if there are not so many words.
 */
function placeMark(
  tokens: Token[],
  { id, innerWords }: SourceCode,
  { from, limit, missing }: { readonly from: number; readonly limit: number; readonly missing: "open" | "close" },
): boolean {
  const step = missing === "close" ? 1 : -1;
  let left = innerWords;
  let depth = 0;
  for (let index = from + step; index !== limit && left > 0; index += step) {
    const token = tokens[index]!;
    if (token.type === "open") depth += step;
    if (token.type === "close") depth -= step;
    if (token.type !== "text") continue;
    const words = wordSpans(token.text);
    const edge = step === 1 ? words[left - 1]?.end : words[words.length - left]?.start;
    left -= words.length;
    if (left > 0 || depth > 0 || edge === undefined) continue;
    const [head, tail] = [token.text.slice(0, edge), token.text.slice(edge)].map((text): Token[] =>
      text ? [{ type: "text", text }] : [],
    ) as [Token[], Token[]];
    tokens.splice(index, 1, ...head, { type: missing, id }, ...tail);
    return true;
  }
  return false;
}

/** The codes in an encoded text: a plural form need not contain all codes of the segment. */
export function codesIn(encoded: string, codes: readonly InlineCode[]): readonly InlineCode[] {
  const present = new Set(tokenize(encoded).flatMap((token) => (token.type === "text" ? [] : [token.id])));
  return codes.filter(({ id }) => present.has(id));
}
