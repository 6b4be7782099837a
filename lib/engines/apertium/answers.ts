import { escapeText } from "@/lib/text/segment";
import { capitalised as withCapital } from "@/lib/text/words";
import { type CodeNode, type CodeTree, isWithin, type Run } from "./codes";
import type { Item, Languages } from "./lexer";
import type { Encoded } from "./messages";
import { unmarkQuotes } from "./quotes";
import { repairCapitals } from "./repairs/capitals";
import { applyEdits, type Edit, editsOf, type Piece, wholeText, withinCodes } from "./repairs/edits";
import { closeHyphens, closeStops, dropDoubleCommas, JOINT, openJoints } from "./repairs/gaps";
import { openQuestions } from "./repairs/marks";
import { accentQuestions, SPANISH_RULES } from "./repairs/spanish";

export type Decoded = { readonly runs: readonly Run[]; readonly unknownWords: readonly string[] };

/** Mark that the pipeline adds after a word missing from its dictionaries. */
const UNKNOWN_MARK = "[u]";

/** Decodes the answer to a message; null if a placeholder that was sent as a word is missing or repeated. */
export function decode(
  tree: CodeTree,
  message: Encoded,
  items: readonly Item[],
  answer: string,
  languages: Languages,
): Decoded | null {
  const { pieces, unknown } = parse(tree, message, answer);
  openTouching(pieces, message);
  const source = items.map((item) => (item.kind === "text" ? item.text : " ")).join("");
  applyEdits(pieces, openJoints(wholeText(pieces), source));
  applyEdits(pieces, closeHyphens(wholeText(pieces), source));
  applyEdits(pieces, closeStops(wholeText(pieces), source, languages.source, languages.target));
  applyEdits(pieces, dropDoubleCommas(wholeText(pieces), source));
  if (!BLANK_BEHIND_OPENING.test(source)) dropBlanksBehindOpenings(pieces);
  const isSmall = tidy(pieces, message.fakeStop, items, source);
  restoreFinalStop(pieces, items);
  applyEdits(pieces, repairCapitals(wholeText(pieces), source, languages.target, isSmall));
  if (languages.source.startsWith("en") && languages.target === "es") {
    for (const rule of SPANISH_RULES) applyEdits(pieces, withinCodes(pieces, rule(wholeText(pieces), source)));
  }
  if (languages.target.startsWith("en")) {
    applyEdits(pieces, dropArticlesOfTitles(wholeText(pieces)));
    applyEdits(pieces, restoreNone(wholeText(pieces), source));
  }
  applyEdits(pieces, openQuestions(wholeText(pieces), languages.target));
  if (languages.target === "es") applyEdits(pieces, accentQuestions(wholeText(pieces)));
  const runs = pieces.flatMap((piece) => ("blank" in piece ? blankAt(message, piece.blank) : textRuns(piece, message)));
  if (message.names.some((name) => runs.filter((run) => run === name).length !== 1)) return null;
  const words = source.toLowerCase();
  // A contracted word ("d'Irún") has lost its mark, so the source provides the word.
  const unknownWords = unknown
    .flatMap(
      (word) => [word, word.slice(word.search(/[^'’]*$/))].find((form) => words.includes(form.toLowerCase())) ?? [],
    )
    .filter((word, index, all) => all.indexOf(word) === index);
  return { runs: [...runs, ...message.blanks.filter((blank) => !runs.includes(blank))], unknownWords };
}

const STREAM = /\\([\s\S])|\[\[([^\]]*)\]\]|\[(\w*)\]|[*@#\\[]|[^*@#\\[]+/gu;

function parse(tree: CodeTree, message: Encoded, answer: string): { pieces: Piece[]; unknown: string[] } {
  const pieces: Piece[] = [];
  const unknown: string[] = [];
  const seen = new Set<number>();
  let node = message.base;
  let text = "";
  const flush = (): void => {
    if (text !== "") pieces.push({ text, node });
    text = "";
  };
  for (const [token, escaped, bound, blank] of answer.matchAll(STREAM)) {
    if (escaped !== undefined) text += escaped;
    else if (bound !== undefined) {
      flush();
      node = bound === "/" ? message.base : boundNode(tree, bound, message.base);
    } else if (token === UNKNOWN_MARK) {
      const word = /[\p{L}\p{M}\p{N}'’-]+$/u.exec(text.slice(-200))?.[0];
      if (word && !/^xph\d+$/i.test(word)) unknown.push(word);
    } else if (blank === "j") {
      text += JOINT;
    } else if (blank !== undefined) {
      const number = Number(blank);
      if (!(number < message.blanks.length) || seen.has(number)) continue;
      seen.add(number);
      flush();
      pieces.push({ blank: number });
    } else if (!/^[*@#\\[]$/.test(token)) text += token;
  }
  flush();
  return { pieces, unknown };
}

/** Words of two codes that touched may touch again; all others get a blank. */
function openTouching(pieces: Piece[], { blanks, base }: Encoded): void {
  const nodeAt = (index: number) => {
    const piece = pieces[index];
    return piece && "text" in piece ? piece.node : base;
  };
  for (const [index, piece] of pieces.entries()) {
    if (!("blank" in piece) || blanks[piece.blank]?.encoded !== "") continue;
    const [before, after] = [nodeAt(index - 1), nodeAt(index + 1)];
    if (before === base || after === base || before === after) pieces[index] = { text: " ", node: base };
  }
}

/** A word made from several source words has all their codes; the innermost code of the first word is used. */
function boundNode(tree: CodeTree, bound: string, base: CodeNode): CodeNode {
  const nodes = [...bound.matchAll(/t:g:(\d+)/g)].map((match) => Number(match[1])).filter((node) => node < tree.length);
  return nodes.reduce((best, node) => (isWithin(tree, node, best) ? node : best), nodes[0] ?? base);
}

/** ASCII quotes count as opening marks only at the start of a text, because elsewhere they may be closing ones. */
const BLANK_BEHIND_OPENING = /^["'] |(?:^|[\s(])[(“‘«‹¿¡] /u;

/** If the first word after an opening mark was dropped, its blank remains and is removed here. */
function dropBlanksBehindOpenings(pieces: readonly Piece[]): void {
  for (const [index, piece] of pieces.entries()) {
    if ("blank" in piece) continue;
    if (index === 0) piece.text = piece.text.replace(/^(["']) +/, "$1");
    piece.text = piece.text.replace(/(^|[\s(])([(“‘«‹¿¡]) +/gu, "$1$2");
  }
}

/**
 * Undoes side effects of translating: the added full stop, blanks of dropped words, and a first letter in the wrong
 * case. True if the answer began with a small letter although its source begins with a capital.
 */
function tidy(pieces: Piece[], fakeStop: boolean, items: readonly Item[], source: string): boolean {
  let spaceBefore = true;
  for (const piece of pieces) {
    if ("blank" in piece) {
      spaceBefore = false;
      continue;
    }
    piece.text = piece.text.replace(/ {2,}/g, " ");
    if (spaceBefore && piece.text.startsWith(" ")) piece.text = piece.text.slice(1);
    if (piece.text !== "") spaceBefore = piece.text.endsWith(" ");
  }
  const last = pieces.findLast((piece) => "blank" in piece || piece.text.trim() !== "");
  if (last && !("blank" in last)) {
    last.text = last.text.trimEnd();
    if (fakeStop && last.text.endsWith(".")) last.text = last.text.slice(0, -1).trimEnd();
  }
  const end = pieces.at(-1);
  if (end && end !== last && !("blank" in end)) end.text = end.text.trimEnd();
  if (isShouted(source)) {
    for (const piece of pieces) if (!("blank" in piece)) piece.text = piece.text.toUpperCase();
    return false;
  }
  const start = pieces[0];
  const first = items[0];
  if (!start || "blank" in start) return false;
  if (first?.kind !== "text") {
    withoutCapitalOfName(start, items);
    return false;
  }
  const given = start.text;
  if (/^\P{L}*\p{Lu}/u.test(first.text)) start.text = given.replace(/^\P{L}*\p{Ll}(?!\p{Lu})/u, upper);
  const isSmall = start.text !== given;
  const capitalised = /^\P{L}*(\p{Lu}[\p{Ll}\p{M}]*)(?![\p{Lu}\p{N}])/u.exec(start.text)?.[1];
  if (capitalised && /^\P{L}*\p{Ll}/u.test(first.text) && !first.text.includes(capitalised)) {
    start.text = start.text.replace(capitalised, (word) => word.toLowerCase());
  }
  return isSmall;
}

/** Restores the final stop of an abbreviation, which Apertium may treat as part of the word and drop. */
function restoreFinalStop(pieces: readonly Piece[], items: readonly Item[]): void {
  const end = items.at(-1);
  const last = pieces.findLast((piece) => "blank" in piece || piece.text.trim() !== "");
  if (end?.kind !== "text" || !last || "blank" in last) return;
  if (end.text.endsWith(".") && /[\p{L}\p{M}\p{N}]$/u.test(last.text)) last.text += ".";
}

/** True for a text in capitals. Its translation is capitalised as a whole, since dictionaries copy capitals by word. */
function isShouted(source: string): boolean {
  return /\p{Lu}{2}/u.test(source) && !/\p{Ll}/u.test(source);
}

/** A placeholder is sent as a word in capitals, which Apertium copies to the next word at the start of a sentence. */
function withoutCapitalOfName(start: { text: string }, items: readonly Item[]): void {
  const next = items.find((item) => item.kind === "text");
  if (next?.kind !== "text" || !/^\P{L}*\p{Ll}/u.test(next.text)) return;
  start.text = start.text.replace(
    /^(\P{L}*xph\d+\P{L}+)(\p{Lu}[\p{Ll}\p{M}]+)/iu,
    (whole, name: string, word: string) =>
      /^\p{Lu}/u.test(word) && !next.text.includes(word) ? name + word.toLowerCase() : whole,
  );
}

function upper(start: string): string {
  return start.toUpperCase();
}

function blankAt(message: Encoded, index: number): Run[] {
  const run = message.blanks[index];
  return run ? [run] : [];
}

function textRuns(piece: { readonly text: string; readonly node: CodeNode }, message: Encoded): Run[] {
  const runs: Run[] = [];
  let from = 0;
  const push = (text: string): void => {
    if (text !== "")
      runs.push({
        encoded: escapeText(unmarkQuotes(text, message.quotes)),
        node: piece.node,
        glue: text.trim() === "",
      });
  };
  for (const match of piece.text.matchAll(/xph(\d+)/gi)) {
    const name = message.names[Number(match[1])];
    if (!name) continue;
    push(piece.text.slice(from, match.index));
    runs.push(name);
    from = match.index + match[0].length;
  }
  push(piece.text.slice(from));
  return runs;
}

/** A text that begins with a negative pronoun is negative in English: "Nadie vino" isn't "Anybody came". */
function restoreNone(whole: string, source: string): Edit[] {
  const isNone = /^\P{L}*(?:nadie|ning[uú]n[ao]?|ninguén|ningú|cap|nessuno|aucune?)(?!\p{L})/iu.test(source);
  const any = isNone ? /^\P{L}*(any(?:body|one)?)(?![\p{L}])/iu.exec(whole) : null;
  if (!any) return [];
  const start = any[0].length - any[1]!.length;
  const none = any[1]!.toLowerCase() === "any" ? "no" : "nobody";
  const text = /^\p{Lu}/u.test(any[1]!) ? withCapital(none) : none;
  return [{ start, end: any[0].length, text }];
}

/** English titles before a name have no article: `el señor Pérez` isn't "the Mr. Pérez". */
function dropArticlesOfTitles(whole: string): Edit[] {
  return editsOf(whole, /(?<![\p{L}\p{N}])[Tt]he (?=(?:Mr|Mrs|Ms|Dr)\.? \p{Lu})/gu, () => "");
}
