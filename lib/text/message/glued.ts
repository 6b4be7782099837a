import { CODE, escapeText, type InlineCode, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";
import { textOf } from "./source-codes";

/** A code that replaces a part of a segment, and the encoded text that it replaces. */
export type HeldCode = { readonly id: number; readonly open: string; readonly close?: string };

/**
 * Protects pairs around code as one code each, and likewise markup attached to a word on one side: a formula
 * (`H<g1>2</g1>O`), a mention (`@<g1>house</g1>`), and text attached to a pair (`'<g1>Basic</g1>'`,
 * `1-<g1>London</g1>`). Adjacent elements (`<g1>Save</g1><g2>Cancel</g2>`) get a separator between them. Codes are
 * numbered after the existing ones.
 */
export function holdGlued(segment: Segment): { segment: Segment; held: readonly HeldCode[] } {
  const code = segment.codes.filter(({ equiv, kind }) => kind === "pair" && equiv === CODE).map(({ id }) => id);
  if (code.length === 0 && !TOUCHES.test(segment.text)) return { segment, held: [] };
  const holder = new Holder(segment);
  const items = holder.code(tokenize(segment.text), code).flatMap(splitAtBlanks);
  const tokens: Token[] = [];
  let from = 0;
  for (let at = 0; at <= items.length; at++) {
    const item = items[at];
    if (item && !isBlank(item)) continue;
    tokens.push(...holder.run(items.slice(from, at).map((token) => holder.renamed(token))));
    if (item) tokens.push(item);
    from = at + 1;
  }
  return holder.result(tokens);
}

const TOUCHES = /[^\s>]<g\d|<\/g\d{1,6}>(?:[^\s<.,;:!?]|<g)/;

function splitAtBlanks(token: Token): Token[] {
  if (token.type !== "text") return [token];
  return token.text.split(/(\s+)/).flatMap((text) => (text === "" ? [] : [{ type: "text", text }]));
}

function isBlank(token: Token): boolean {
  return token.type === "text" && /^\s/.test(token.text);
}

class Holder {
  readonly #held: HeldCode[] = [];
  readonly #added: InlineCode[] = [];
  readonly #kinds: ReadonlyMap<number, InlineCode["kind"]>;
  readonly #absorbed = new Set<number>();
  /** Ids of pairs that end in a later run, with the id of the code that replaces each. */
  readonly #renamed = new Map<number, number>();
  #next: number;

  constructor(private readonly segment: Segment) {
    this.#kinds = new Map(segment.codes.map(({ id, kind }) => [id, kind]));
    this.#next = segment.codes.reduce((highest, { id }) => Math.max(highest, id), 0);
  }

  renamed(token: Token): Token {
    const id = token.type === "close" ? this.#renamed.get(token.id) : undefined;
    return id === undefined ? token : { type: "close", id };
  }

  /** The tokens, with each of these pairs replaced by one code. */
  code(tokens: readonly Token[], ids: readonly number[]): readonly Token[] {
    let rest = [...tokens];
    for (const id of ids) {
      const start = rest.findIndex((token) => token.type === "open" && token.id === id);
      const end = rest.findIndex((token) => token.type === "close" && token.id === id);
      if (start >= 0 && end > start)
        rest = rest.toSpliced(start, end - start + 1, this.#hold(rest.slice(start, end + 1)));
    }
    return rest;
  }

  /** The tokens between two blanks, with attached parts replaced by codes. */
  run(items: readonly Token[]): readonly Token[] {
    if (items.length < 2) return items;
    const [first, last] = balanced(items);
    const core = items.slice(first, last);
    const [lead, inner, tail] = withoutStops(core);
    const isWhole = inner.some(({ type }) => type === "open") && isBalanced(inner);
    if (isWhole && (isName(inner) || isFormula(inner))) {
      return [...items.slice(0, first), ...lead, this.#hold(inner), ...tail, ...items.slice(last)];
    }
    return this.#separate(this.#absorb(items));
  }

  result(tokens: readonly Token[]): { segment: Segment; held: readonly HeldCode[] } {
    if (this.#held.length === 0) return { segment: this.segment, held: [] };
    const codes = [...this.segment.codes.filter(({ id }) => !this.#absorbed.has(id)), ...this.#added];
    return { segment: { ...this.segment, text: serialize(tokens), codes }, held: this.#held };
  }

  #hold(inner: readonly Token[]): Token {
    const id = ++this.#next;
    for (const token of inner) if (token.type !== "text") this.#absorbed.add(token.id);
    this.#held.push({ id, open: serialize(inner) });
    this.#added.push({ id, kind: "placeholder", equiv: textOf(inner) });
    return { type: "single", id };
  }

  /** Quotes and brackets around a pair, and a number or symbol before it, become part of its code. */
  #absorb(items: readonly Token[]): readonly Token[] {
    const [before, open] = items;
    if (before?.type !== "text" || open?.type !== "open") return items;
    const end = items.findIndex((token) => token.type === "close" && token.id === open.id);
    const after = items[end + 1];
    const mirrored = MIRRORED[before.text];
    const isQuoted = mirrored !== undefined && end > 0 && after?.type === "text" && after.text.startsWith(mirrored);
    if (!isQuoted && !NUMBER_BEFORE.test(before.text)) return items;
    const id = ++this.#next;
    this.#absorbed.add(open.id);
    this.#added.push({ id, kind: "pair" });
    const suffix = isQuoted ? escapeText(mirrored) : "";
    this.#held.push({ id, open: serialize([before, open]), close: `</g${open.id}>${suffix}` });
    if (end < 0) this.#renamed.set(open.id, id);
    return items.slice(1).flatMap((token, i): Token[] => {
      if (i === 0) return [{ type: "open", id }];
      if (token.type === "close" && token.id === open.id) return [{ type: "close", id }];
      if (!isQuoted || token !== after || token.type !== "text") return [token];
      return token.text === mirrored ? [] : [{ type: "text", text: token.text.slice(mirrored.length) }];
    });
  }

  /** A separator between adjacent elements of whole words, removed when restoring. */
  #separate(items: readonly Token[]): readonly Token[] {
    return items.flatMap((token, at): Token[] => {
      const isBefore = token.type === "text" && items[at + 1]?.type === "open" && items[at + 2]?.type === "text";
      const isBehind = token.type === "close" && items[at - 1]?.type === "text" && items[at + 1]?.type === "text";
      if (isBefore || isBehind) return [token, ...this.#between(items, isBefore ? at : at - 1)];
      const [inner, next, word] = [items[at - 1], items[at + 1], items[at + 2]];
      if (token.type !== "close" || next?.type !== "open" || inner?.type !== "text" || word?.type !== "text")
        return [token];
      const areElements = this.#kinds.get(token.id) === "pair" && this.#kinds.get(next.id) === "pair";
      const areWords = /\p{L}{2}$/u.test(inner.text) && /^\p{L}{2}/u.test(word.text);
      if (!areWords || !(areElements || /^\p{Lu}/u.test(word.text))) return [token];
      return [token, this.#separator()];
    });
  }

  /** A separator between a word and an adjacent element of whole words: `Visit<g1>our house</g1>today`. */
  #between(items: readonly Token[], at: number): readonly Token[] {
    const [before, code, after] = items.slice(at, at + 3);
    if (before?.type !== "text" || after?.type !== "text" || !code || code.type === "text") return [];
    const isElement = this.#kinds.get(code.id) === "pair";
    return isElement && /\p{L}{3}$/u.test(before.text) && /^\p{L}{3}/u.test(after.text) ? [this.#separator()] : [];
  }

  #separator(): Token {
    const id = ++this.#next;
    this.#held.push({ id, open: "" });
    this.#added.push({ id, kind: "placeholder", equiv: "\n" });
    return { type: "single", id };
  }
}

const MIRRORED: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  "“": "”",
  "‘": "’",
  "«": "»",
  "„": "“",
  "(": ")",
  "[": "]",
  "{": "}",
};
const NUMBER_BEFORE = /^(?:\d[\d.]*[-–:)]|[@#$€£])$/;

/** The part of a run without pairs that start or end outside it. */
function balanced(items: readonly Token[]): readonly [first: number, last: number] {
  const closed = new Set(items.flatMap((token) => (token.type === "close" ? [token.id] : [])));
  const opened = new Set(items.flatMap((token) => (token.type === "open" ? [token.id] : [])));
  let [first, last] = [0, items.length];
  for (let item = items[first]; item?.type === "open" && !closed.has(item.id); item = items[++first]);
  for (let item = items[last - 1]; item?.type === "close" && !opened.has(item.id); item = items[--last - 1]);
  return [first, Math.max(first, last)];
}

function isBalanced(items: readonly Token[]): boolean {
  const open: number[] = [];
  for (const token of items) {
    if (token.type === "open") open.push(token.id);
    if (token.type === "close" && open.pop() !== token.id) return false;
  }
  return open.length === 0;
}

/** The sentence's punctuation at both ends, and the text between. */
function withoutStops(items: readonly Token[]): readonly [lead: Token[], inner: readonly Token[], tail: Token[]] {
  const inner = [...items];
  const cut = (at: 0 | -1, stops: RegExp): Token[] => {
    const edge = inner.at(at);
    const signs = edge?.type === "text" ? stops.exec(edge.text)![0] : "";
    if (edge?.type !== "text" || signs === "") return [];
    const rest = at === 0 ? edge.text.slice(signs.length) : edge.text.slice(0, -signs.length);
    inner.splice(at, 1, ...(rest === "" ? [] : [{ type: "text" as const, text: rest }]));
    return [{ type: "text", text: signs }];
  };
  const lead = cut(0, /^["'“”‘’«»‹›¿¡([]*/u);
  const tail = cut(-1, /[.,;:!?…)\]"'“”‘’«»‹›]*$/u);
  return [lead, inner, tail];
}

/** A mention or hashtag divided by tags, as in Mastodon, or a path: `/users/<g1>name</g1>.json`. */
function isName(inner: readonly Token[]): boolean {
  return /^(?:[@#][\p{L}\p{N}_.-]+|[~.]{0,2}(?:\/[\w.@+-]+){2,}\/?)$/u.test(textOf(inner));
}

/** Ordinals and titles with superscript letters. */
const RAISED = /^(?:\d+(?:st|nd|rd|th|er|re|e|è|o|a|º|ª)|M(?:me|lle|gr|r|rs|s)|Dr|Ste?|N[oº])$/i;

/** Symbols of a few letters with superscript or subscript parts: `NA_f`, `H2SO4`, `x2`. A drop cap is not one. */
function isFormula(inner: readonly Token[]): boolean {
  const text = textOf(inner);
  const hasDigit = /\p{N}/u.test(text);
  const parts = inner.flatMap((token) => (token.type === "text" ? [token.text] : []));
  if (parts.length < 2 || RAISED.test(text) || !parts.every((part) => /^[\p{L}\p{N}+\-−–·=()]{1,6}$/u.test(part)))
    return false;
  if (!parts.every((part) => (part.match(/\p{L}/gu)?.length ?? 0) <= 3)) return false;
  return (
    hasDigit || (inner[0]?.type === "text" && /^(?:\p{Lu}{2,3}|\p{L})$/u.test(parts[0]!) && parts.at(-1)!.length <= 3)
  );
}
