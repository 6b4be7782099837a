import type { Piece } from "@/lib/formats/inline";
import type { Span } from "@/lib/formats/splice";

/** Inline markup of AsciiDoc (language documentation, "Text formatting" and "Macros"). */

const MARKS = new Set(["*", "_", "#"]);
export const WORD = /[\p{L}\p{N}_]/u;
const MAX_MARKUP = 2_000;

/** Macros whose text is part of the sentence, with the range of that text. */
const LINK =
  /^(?:(?:link:|xref:|mailto:|indexterm2:(?=\[)|(?:https?|ftp|irc):\/\/)[^\s[\]]{0,1000}|\{[\w-]{1,100}\}[/.#?][^\s[\]]{0,1000})\[/;
/** Macros that act as a word, or as a point in the sentence. */
const OPAQUE =
  /^(?:image|icon|kbd|btn|menu|stem|latexmath|asciimath|pass|anchor|indexterm|footnote|footnoteref|counter2?|audio|video):[^\s[\]:][^[\]\n]{0,500}\[[^\]\n]{0,1000}\]|^(?:image|icon|kbd|btn|menu|stem|latexmath|asciimath|pass|anchor|indexterm|footnote|footnoteref|counter2?):[a-z,]{0,10}\[[^\]\n]{0,1000}\]/;

/** Macros and index terms that contain texts of their own. */
const WITH_TEXTS = /(?:footnote|image|indexterm):[^\s[\]:]{0,500}\[[^\]\n]{1,1000}\]|\(\(\([^()]{1,300}\)\)\)/g;

/** Replaces the pieces that contain texts of their own by their source ranges. Linear. */
export function withSpans(spelled: string, pieces: readonly Piece[]): (string | Span)[] {
  const spans = new Map<string, Span[]>();
  for (const piece of pieces) {
    if (piece.type !== "single") continue;
    const same = spans.get(piece.raw);
    if (same) same.push(piece);
    else spans.set(piece.raw, [piece]);
  }
  const raw: (string | Span)[] = [];
  let from = 0;
  for (const { 0: found, index } of spelled.matchAll(WITH_TEXTS)) {
    const span = spans.get(found)?.shift();
    if (!span) continue;
    raw.push(spelled.slice(from, index), { start: span.start, end: span.end });
    from = index + found.length;
  }
  return [...raw, spelled.slice(from)];
}

/** The pieces of a text range. Its line breaks become spaces. */
export function adocPieces(source: string, start: number, end: number): Piece[] {
  const pieces: Piece[] = [];
  let text = "";
  let from = start;
  const flush = (until: number) => {
    if (until > from) pieces.push({ type: "text", start: from, end: until, text });
    text = "";
    from = until;
  };
  const add = (piece: Piece) => {
    flush(piece.start);
    pieces.push(piece);
    from = piece.end;
  };
  /** Open marks with their ends, innermost last. */
  const open: { readonly at: number; readonly raw: string; readonly name: string; readonly kind: "pair" | "format" }[] =
    [];
  const closing = closings(source, end);
  let at = start;
  while (at < end) {
    const top = open.at(-1);
    if (top?.at === at) {
      open.pop();
      add({ type: "close", start: at, end: at + top.raw.length, raw: top.raw, name: top.name, kind: top.kind });
      at += top.raw.length;
      continue;
    }
    const limit = top?.at ?? end;
    const last = pieces.at(-1);
    // A text begins after an opening mark.
    const begins = last?.type === "open" && last.end === at ? at : start;
    const found = markupAt(source, begins, at, limit, closing);
    if (found) {
      const { until, kind, equiv, close } = found;
      const raw = source.slice(at, until);
      if (close === undefined) {
        add({
          type: "single",
          kind: equiv === undefined ? "single" : "placeholder",
          start: at,
          end: until,
          raw,
          ...(equiv === undefined ? {} : { equiv }),
        });
      } else {
        const name = `${at}`;
        add({ type: "open", start: at, end: until, raw, name, kind });
        open.push({ at: close.at, raw: close.raw, name, kind });
      }
      at = until;
      from = at;
      continue;
    }
    const character = source[at]!;
    const hardBreak =
      character === " " ? /^ \+[ \t]*(?:\r\n|\r|\n)[ \t]*/.exec(source.slice(at, Math.min(limit, at + 200))) : null;
    const reference = character === "&" ? /^&#(\d{2,5});/.exec(source.slice(at, at + 8)) : null;
    if (hardBreak) {
      const until = at + hardBreak[0].length;
      add({ type: "single", kind: "single", start: at, end: until, raw: hardBreak[0], equiv: "\n" });
      at = until;
    } else if (reference) {
      text += String.fromCodePoint(Number(reference[1]));
      at += reference[0].length;
    } else if (character === "\\" && /[*_`#^~+{<[:|]/.test(source[at + 1] ?? "") && at + 1 < limit) {
      text += source[at + 1];
      at += 2;
    } else if (/\s/.test(character)) {
      do at++;
      while (at < limit && /\s/.test(source[at]!) && !/^ \+[ \t]*[\r\n]/.test(source.slice(at, at + 20)));
      text += " ";
    } else {
      text += character;
      at++;
    }
  }
  flush(end);
  return pieces;
}

type Found = {
  readonly until: number;
  readonly kind: "pair" | "format";
  readonly equiv?: string;
  readonly close?: { readonly at: number; readonly raw: string };
};

type Closing = (mark: string, after: number, isConstrained: boolean) => number;

/** Finds where marks end. A search from a later start continues the previous one. */
function closings(source: string, end: number): Closing {
  const known = new Map<string, { readonly from: number; readonly at: number }>();
  return (mark, after, isConstrained) => {
    const key = `${mark}${isConstrained}`;
    const last = known.get(key);
    if (last && last.from <= after + 1 && last.at > after) return last.at - after > MAX_MARKUP ? -1 : last.at;
    let at = source.indexOf(mark, after + 1);
    for (; at >= 0 && at + mark.length <= end; at = source.indexOf(mark, at + 1)) {
      const isInner = isConstrained && (WORD.test(source[at + mark.length] ?? " ") || /\s/.test(source[at - 1]!));
      if (!isInner && source[at - 1] !== "\\") break;
    }
    if (at < 0 || at + mark.length > end) at = Number.POSITIVE_INFINITY;
    known.set(key, { from: after + 1, at });
    return at - after > MAX_MARKUP ? -1 : at;
  };
}

function markupAt(source: string, start: number, at: number, end: number, closing: Closing): Found | undefined {
  const character = source[at]!;
  const before = at > start ? source[at - 1]! : " ";
  const rest = () => source.slice(at, Math.min(end, at + 1_600));
  const whole = (pattern: RegExp, equiv?: (match: RegExpExecArray) => string | undefined): Found | undefined => {
    const match = pattern.exec(rest());
    if (!match) return;
    const shown = equiv?.(match);
    return {
      until: at + match[0].length,
      kind: "pair",
      ...(shown === undefined ? {} : { equiv: shown.slice(0, 100) }),
    };
  };
  if (before === "\\") return;
  const script = scriptAt(source, at, end, WORD.test(before));
  if (script) return script;
  const attributed = character === "{" && !WORD.test(before) ? LINK.exec(rest()) : null;
  if (attributed) return linkAt(source, at + attributed[0].length, end);
  if (character === "{") return whole(/^\{[\w][\w:-]{0,100}(?::[^{}\n]{0,100})?\}/, ([raw]) => raw);
  if (character === "&") return whole(/^&(?:[a-zA-Z]\w{1,30}|#x[0-9a-fA-F]{1,6});/, ([raw]) => raw);
  if (character === "<" && source[at + 1] === "<") {
    const match = /^<<([^<>,\n]{1,300})(?:,([^<>]{1,1000}))?>>/.exec(rest());
    if (!match) return;
    if (!match[2]) return { until: at + match[0].length, kind: "pair", equiv: "" };
    const until = at + 3 + match[1]!.length;
    return { until, kind: "pair", close: { at: at + match[0].length - 2, raw: ">>" } };
  }
  if (character === "[" && source[at + 1] === "[") return whole(/^\[\[[^[\]\n]{1,300}\]\]/);
  if (character === "(" && source[at + 1] === "(") {
    // An index term is also a word of the sentence in two brackets, and only in the index in three.
    const term = /^\(\([^()]{1,300}\)\)(?!\))/.exec(rest())?.[0];
    if (!term) return whole(/^\(\(\([^()]{1,300}\)\)\)/);
    return { until: at + 2, kind: "pair", close: { at: at + term.length - 2, raw: "))" } };
  }
  if (character === "+" || character === "$")
    return whole(
      /^(?:\+\+\+(?!\+)[^+\n]{1,1000}\+\+\+|\+\+(?!\+)[^+\n]{1,1000}\+\+|\$\$[^$\n]{1,1000}\$\$|(?<![\w])\+(?![\s+])[^+\n]{0,1000}[^\s+]\+(?!\w))/,
      ([raw]) => raw.replace(/^[+$]+|[+$]+$/g, ""),
    );
  if ((character === '"' || character === "'") && source[at + 1] === "`") {
    // Curved quotes, as in "`words`".
    if (WORD.test(before) || /\s/.test(source[at + 2] ?? " ")) return;
    const mark = `\`${character}`;
    const close = closing(mark, at + 2, true);
    if (close < 0 || close + 2 > end) return;
    return { until: at + 2, kind: "pair", close: { at: close, raw: mark } };
  }
  if (character === "`") {
    const mark = source[at + 1] === "`" ? "``" : "`";
    if (mark === "`" && (WORD.test(before) || /\s/.test(source[at + 1] ?? " "))) return;
    const close = closing(mark, at + mark.length, mark === "`");
    if (close < 0 || close + mark.length > end) return;
    const content = source.slice(at + mark.length, close);
    return {
      until: close + mark.length,
      kind: "pair",
      equiv: content
        .replace(/^\+|\+$/g, "")
        .replace(/\s+/g, " ")
        .slice(0, 100),
    };
  }
  const role = character === "[" ? /^\[[.#%\w][\w .#%-]{0,100}\](?=#)/.exec(rest())?.[0] : undefined;
  const sign = at + (role?.length ?? 0);
  if (MARKS.has(source[sign]!) && (role !== undefined || character !== "[")) {
    const one = source[sign]!;
    const mark = source[sign + 1] === one ? one + one : one;
    const isConstrained = mark.length === 1;
    if (
      source[sign + mark.length] === one ||
      /\s/.test(source[sign + mark.length] ?? " ") ||
      (isConstrained && (WORD.test(before) || /[:;}]/.test(before)))
    )
      return;
    const close = closing(mark, sign + mark.length, isConstrained);
    if (close < 0 || close + mark.length > end) return;
    return { until: sign + mark.length, kind: "format", close: { at: close, raw: mark } };
  }
  if (character === "f" && rest().startsWith("footnote:")) return whole(OPAQUE);
  if (/[a-z]/.test(character) && !WORD.test(before)) {
    const link = LINK.exec(rest());
    if (link) return linkAt(source, at + link[0].length, end);
    return whole(OPAQUE, ([raw]) =>
      /^(?:image|icon|anchor|indexterm|footnote|audio|video)/.test(raw) ? undefined : raw.replace(/^[^[]*\[|\]$/g, ""),
    );
  }
}

/** The link whose text begins at `until`. */
function linkAt(source: string, until: number, end: number): Found | undefined {
  let close = source.indexOf("]", until);
  while (close >= 0 && source[close - 1] === "\\") close = source.indexOf("]", close + 1);
  if (close < 0 || close >= end || close - until > MAX_MARKUP) return;
  const content = source.slice(until, close);
  // A list of attributes may follow the text.
  const text = /^(?:(?!,\s*[\w.-]+=)[^"^])*/.exec(content)![0];
  if (!/\p{L}/u.test(text) || content.startsWith('"'))
    return { until: close + 1, kind: "pair", equiv: content.replace(/"/g, "").slice(0, 100) };
  const raw = source.slice(until + text.length, close + 1);
  return { until, kind: "pair", close: { at: until + text.length, raw } };
}

/** Sub- and superscript, which contain no space, with the symbol before them: `H~2~O`, `10^6^`, `1^st^`. */
const SCRIPT = /(?:~[^\s~]{1,60}~|\^[^\s^]{1,60}\^)/;
const SYMBOL = new RegExp(`[\\p{L}\\p{N}]{0,4}(?:${SCRIPT.source}[\\p{L}\\p{N}]{0,4}){1,10}(?![\\p{L}\\p{N}])`, "uy");
const ALONE = new RegExp(SCRIPT.source, "uy");

function scriptAt(source: string, at: number, end: number, isWithinWord: boolean): Found | undefined {
  const character = source[at]!;
  const isMark = character === "~" || character === "^";
  if (!isMark && (isWithinWord || !WORD.test(character))) return;
  const pattern = isWithinWord ? ALONE : SYMBOL;
  pattern.lastIndex = at;
  const raw = pattern.exec(source)?.[0];
  if (raw === undefined || at + raw.length > end) return;
  return { until: at + raw.length, kind: "pair", equiv: raw.replace(/[~^]/g, "") };
}
