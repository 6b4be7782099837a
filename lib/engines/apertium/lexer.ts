import { escapeText, serialize } from "@/lib/text/segment";
import type { CodeNode, Located, Run } from "./codes";
import { findLabels } from "./repairs/labels";
import { asAnalysed } from "./repairs/letters";

/** Source and target language of a text. */
export type Languages = { readonly source: string; readonly target: string };

/**
 * Kinds of a segment's parts for Apertium:
 * - `text`: words, common punctuation and single spaces, which the engine reads;
 * - `name`: a placeholder or an identifier, sent as a word of the sentence;
 * - `opaque`: passed through without being read;
 * - `break`: a boundary that no message may cross, because the engine moves blanks.
 */
export type Item =
  | { readonly kind: "text"; readonly text: string; readonly node: CodeNode }
  | { readonly kind: "name" | "opaque" | "break"; readonly run: Run };

/** Maximum length of a word: analysis takes quadratic time, and a word of 100 kB blocks a pipeline for a minute. */
const MAX_WORD_LENGTH = 200;

/**
 * Text that Apertium may read: letters (with joiners inside Indic and Arabic words, and the middle dot inside Catalan
 * and Occitan words), digits, usual punctuation and single spaces. Everything else is opaque: symbols, emoji, control
 * characters, lone surrogates, and the characters that Apertium's stream or its marks use (`*`, `@`, `#`, `~`, `^`, …),
 * so that such characters in an answer never come from the text.
 */
const LEXEMES =
  /([\n\r\0\v\f\x85\u2028\u2029]+)|((?:\p{L}\p{M}*(?:(?:\u200c|\u200d|[·∙])(?=\p{L}))?|[\p{N}.,;:!?…'’‘"“”„«»‹›()[\]/%&+=$€£°ºª¿¡–—-]| (?=\S))+)|[^\S\n\r\v\f\x85\u2028\u2029]+|[^\p{L}\p{N}.,;:!?…'’‘"“”„«»‹›()[\]/%&+=$€£°ºª¿¡–—\s\0-]+/gu;

/** A text of one letter: "A" is then not an article, though "I" may be the pronoun. */
const LETTER = /^\s*[A-HJ-Za-z]\s*$/;

/** Splits the text between codes into what Apertium may read and what it must not. */
export function lex(located: readonly Located[], placeholders: ReadonlySet<number>, languages: Languages): Item[] {
  const items: Item[] = [];
  for (const [index, piece] of located.entries()) {
    if ("text" in piece && located.length === 1 && languages.source === "en" && LETTER.test(piece.text))
      items.push(opaque(piece.text, piece.node));
    else if ("text" in piece) lexLabels(asAnalysed(piece.text, languages), index === 0, piece.node, languages, items);
    else {
      const [code] = piece.codes;
      const kind = code?.type === "single" && placeholders.has(code.id) ? "name" : "opaque";
      items.push({ kind, run: { encoded: serialize(piece.codes), node: piece.node } });
    }
  }
  return items;
}

function lexLabels(text: string, isStart: boolean, node: CodeNode, languages: Languages, items: Item[]): void {
  let from = 0;
  for (const { start, end, written } of findLabels(text, isStart, languages)) {
    lexProse(text.slice(from, start), node, items);
    const isMark = !/\p{L}{2}|\//u.test(written);
    items.push({ kind: isMark ? "opaque" : "name", run: { encoded: escapeText(written), node } });
    from = end;
  }
  lexProse(from === 0 ? text : text.slice(from), node, items);
}

function lexProse(text: string, node: CodeNode, items: Item[]): void {
  if (text.length <= MAX_WORD_LENGTH && !text.includes("@")) {
    lexPlain(text, node, items);
    return;
  }
  let plain = "";
  for (const [part] of text.matchAll(/\S+|\s+/g)) {
    const isOpaque = part.length > MAX_WORD_LENGTH || /[\p{L}\p{N}]@|@[\p{L}\p{N}]/u.test(part);
    if (!isOpaque || part.trim() === "") {
      plain += part;
      continue;
    }
    lexPlain(plain, node, items);
    plain = "";
    items.push(opaque(part, node));
  }
  lexPlain(plain, node, items);
}

function lexPlain(text: string, node: CodeNode, items: Item[]): void {
  for (const [lexeme, lineBreak, words] of text.matchAll(LEXEMES)) {
    if (words) items.push({ kind: "text", text: words, node });
    else if (lineBreak) items.push({ kind: "break", run: { encoded: escapeText(lexeme), node } });
    else if (lexeme === " ") items.push({ kind: "text", text: lexeme, node });
    else items.push(opaque(lexeme, node));
  }
}

function opaque(text: string, node: CodeNode): Extract<Item, { readonly run: Run }> {
  return { kind: "opaque", run: { encoded: escapeText(text), node } };
}

/**
 * A code that begins or ends inside a word (`un<g1>believ</g1>able`) is extended to the whole word, so that Apertium
 * can read it. With `apart`, both sides are words of their own (`<g1>big</g1><g2>house</g2>`).
 */
export function joinWords(items: readonly Item[], apart = false): Item[] {
  const joined: Item[] = [];
  for (const item of items) {
    const before = joined.at(-1);
    if (item.kind !== "text" || before?.kind !== "text" || before.node === item.node) {
      joined.push(item);
      continue;
    }
    const tail = /[\p{L}\p{M}]*$/u.exec(before.text.slice(-MAX_WORD_LENGTH))?.[0] ?? "";
    const head = /^[\p{L}\p{M}]*/u.exec(item.text)?.[0] ?? "";
    if (tail === "" || head === "") {
      joined.push(item);
    } else if (apart) {
      joined.push(opaque("", 0), item);
    } else if (item.node > before.node) {
      joined[joined.length - 1] = { ...before, text: before.text.slice(0, before.text.length - tail.length) };
      joined.push({ ...item, text: tail + item.text });
    } else {
      joined[joined.length - 1] = { ...before, text: before.text + head };
      joined.push({ ...item, text: item.text.slice(head.length) });
    }
  }
  return joined.filter((item) => item.kind !== "text" || item.text !== "");
}
