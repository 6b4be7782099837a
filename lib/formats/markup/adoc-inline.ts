import type { CodeSpelling, Piece } from "@/lib/formats/inline";
import { tokenize } from "@/lib/text/segment";

/** Inline markup of AsciiDoc (language documentation, "Text formatting" and "Macros"). */

const MARKS = new Set(["*", "_", "#"]);
const WORD = /[\p{L}\p{N}_]/u;
/** Characters that begin and end markup. */
const MARKUP = ["*", "_", "`", "#", "^", "~", "+"];
const MAX_MARKUP = 2_000;

/** Macros whose text is part of the sentence, with the range of the text. */
const LINK = /^(?:link:|xref:|mailto:|(?:https?|ftp|irc):\/\/)[^\s[\]]{0,1000}\[/;
/** Macros that act as a word, or as a point of the sentence. */
const OPAQUE =
  /^(?:image|icon|kbd|btn|menu|stem|latexmath|asciimath|pass|anchor|indexterm2?|footnote|footnoteref|counter2?|audio|video):[^\s[\]:][^[\]\n]{0,500}\[[^\]\n]{0,1000}\]|^(?:image|icon|kbd|btn|menu|stem|latexmath|asciimath|pass|anchor|indexterm2?|footnote|footnoteref|counter2?):[a-z,]{0,10}\[[^\]\n]{0,1000}\]/;

/** The pieces of a text range; its line breaks are spaces. */
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
  /** Ends of open marks, innermost last. */
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
    // What follows an opening mark begins a text.
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

/** Where marks end. A search from a later start continues the one before. */
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
  if (character === "(" && source[at + 1] === "(")
    return whole(/^\(\(\(?[^()\n]{1,300}\)\)\)?/, ([raw]) => (raw.startsWith("(((") ? undefined : raw.slice(2, -2)));
  if (character === "+" || character === "$")
    return whole(
      /^(?:\+\+\+(?!\+)[^+\n]{1,1000}\+\+\+|\+\+(?!\+)[^+\n]{1,1000}\+\+|\$\$[^$\n]{1,1000}\$\$|(?<![\w])\+(?![\s+])[^+\n]{0,1000}[^\s+]\+(?!\w))/,
      ([raw]) => raw.replace(/^[+$]+|[+$]+$/g, ""),
    );
  if ((character === '"' || character === "'") && source[at + 1] === "`") {
    // Curved quotes: "`words`".
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
    if (link) {
      const until = at + link[0].length;
      let close = source.indexOf("]", until);
      while (close >= 0 && source[close - 1] === "\\") close = source.indexOf("]", close + 1);
      if (close < 0 || close >= end || close - until > MAX_MARKUP) return;
      const content = source.slice(until, close);
      // A list of attributes follows the text.
      const text = /^(?:(?!,\s*[\w.-]+=)[^"^])*/.exec(content)![0];
      if (!/\p{L}/u.test(text) || content.startsWith('"'))
        return { until: close + 1, kind: "pair", equiv: content.replace(/"/g, "").slice(0, 100) };
      return {
        until,
        kind: "pair",
        close: { at: until + text.length, raw: source.slice(until + text.length, close + 1) },
      };
    }
    return whole(OPAQUE, ([raw]) =>
      /^(?:image|icon|anchor|indexterm|footnote|audio|video)/.test(raw) ? undefined : raw.replace(/^[^[]*\[|\]$/g, ""),
    );
  }
}

/** Sub- and superscript, which have no space, with the symbol that they belong to: `H~2~O`, `10^6^`, `1^st^`. */
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

/** Writes an encoded text. Formats next to letters take doubled marks; empty ones, and those within the same, none. */
export function spellAdoc(
  encoded: string,
  spelling: CodeSpelling,
  source: string,
  inside: boolean | "brackets",
  around: readonly [before: string, after: string] = [" ", " "],
): string {
  type Part = { text: string; mark?: string; end?: "open" | "close"; id?: number };
  const parts: Part[] = [];
  const open: {
    readonly id: number;
    readonly mark: string;
    readonly isLink: boolean;
    readonly isDropped: boolean;
    readonly at: number;
  }[] = [];
  const tokens = tokenize(encoded);
  const whole = tokens.map((token) => (token.type === "text" ? token.text : rawOf(token, spelling))).join("");
  const formats = new Set([...spelling.values()].map(({ open }) => (open.kind === "format" ? open.raw.at(-1)! : "")));
  const many = new Set(MARKUP.filter((mark) => formats.has(mark) || canPair(mark, whole)));
  for (const token of tokens) {
    if (token.type === "text") {
      parts.push({
        text: escapeAdoc(token.text, many, inside === true, inside === "brackets" || open.some(({ isLink }) => isLink)),
      });
      continue;
    }
    const code = spelling.get(token.id);
    if (!code) continue;
    if (token.type === "single") {
      const raw = source.slice(code.open.start, code.open.end) || code.open.raw;
      parts.push({ text: raw, ...(/^`[^`]/.test(raw) ? { mark: "code" } : {}) });
    } else if (token.type === "open") {
      const { raw, kind } = { raw: code.open.raw, kind: code.open.type === "single" ? "pair" : code.open.kind };
      const mark = kind === "format" ? raw.at(-1)! : /^["']`$/.test(raw) ? "quote" : "link";
      const isDropped = !code.close || open.some((outer) => outer.mark === mark);
      open.push({ id: token.id, mark, isLink: mark === "link", isDropped, at: parts.length });
      parts.push({ text: isDropped ? "" : raw, mark, end: "open", id: token.id });
    } else {
      const last = open.pop();
      if (!last) continue;
      const isEmpty = parts.slice(last.at + 1).every(({ text }) => text.trim() === "");
      if (isEmpty) parts[last.at]!.text = "";
      parts.push({
        text: isEmpty || last.isDropped ? "" : code.close!.raw,
        mark: last.mark,
        end: "close",
        id: last.id,
      });
    }
  }
  return join([{ text: around[0] }, ...parts, { text: around[1] }]).slice(around[0].length, -around[1].length);
}

/**
 * Whether two of a mark in a text are markup. Constrained marks stand outside of words and next to what they mark,
 * unconstrained ones are doubled, and sub- and superscript have no space:
 * https://docs.asciidoctor.org/asciidoc/latest/text/#formatting-marks-and-pairs
 */
function canPair(mark: string, text: string): boolean {
  if (mark === "^") return /\^\S[^\s^]*\^/.test(text);
  if (mark === "~") return /~\S[^\s~]*~/.test(text);
  const doubled = text.indexOf(mark + mark);
  if (doubled >= 0 && text.indexOf(mark + mark, doubled + 3) > 0) return true;
  // An underscore may become a character reference, which is no word.
  const first = text.search(new RegExp(`(?<![\\p{L}\\p{N}])[${mark}](?=\\S)`, "u"));
  return first >= 0 && new RegExp(`\\S[${mark}](?![\\p{L}\\p{N}])`, "u").test(text.slice(first + 1));
}

function rawOf(token: { readonly type: string; readonly id: number }, spelling: CodeSpelling): string {
  const code = spelling.get(token.id);
  return (token.type === "close" ? code?.close?.raw : code?.open.raw) ?? "";
}

/** Joins parts, moving spaces out of formats and doubling marks next to letters. */
function join(parts: { text: string; mark?: string; end?: "open" | "close"; id?: number }[]): string {
  const opened = new Map<number, number>();
  for (const [index, part] of parts.entries()) {
    if (part.mark === "code" && (WORD.test(lastOf(parts, index)) || WORD.test(firstOf(parts, index))))
      part.text = `\`${part.text}\``;
    if (part.mark === undefined || part.mark === "code" || part.id === undefined || part.text === "") continue;
    if (part.end === "open") {
      opened.set(part.id, index);
      const next = parts[index + 1];
      if (next && next.mark === undefined && /^\s/.test(next.text)) {
        part.text = `${/^\s+/.exec(next.text)![0]}${part.text}`;
        next.text = next.text.trimStart();
      }
      if (part.mark === "link" && WORD.test(lastOf(parts, index)) && /^(?:https?|ftp|irc):/.test(part.text))
        part.text = `link:${part.text}`;
      continue;
    }
    const previous = parts[index - 1];
    if (previous && previous.mark === undefined && /\s$/.test(previous.text)) {
      part.text += /\s+$/.exec(previous.text)![0];
      previous.text = previous.text.trimEnd();
    }
    const start = parts[opened.get(part.id) ?? -1];
    if (part.mark === "link" || part.mark === "quote" || !start) continue;
    const isJoined = /[^\s]$/.test(part.text) && WORD.test(firstOf(parts, index));
    const isGlued = !/^\s/.test(start.text) && WORD.test(lastOf(parts, opened.get(part.id)!));
    const isSingle = part.text.trimEnd().length === 1;
    if (isSingle && (isJoined || isGlued)) {
      start.text += part.mark;
      part.text = part.mark + part.text;
    }
  }
  return parts.map(({ text }) => text).join("");
}

function lastOf(parts: readonly { text: string; end?: "open" | "close" }[], index: number): string {
  for (let at = index - 1; at >= 0; at--) {
    const { text, end } = parts[at]!;
    if (text !== "") return end === "open" ? " " : text.at(-1)!;
  }
  return " ";
}

function firstOf(parts: readonly { text: string }[], index: number): string {
  for (let at = index + 1; at < parts.length; at++) if (parts[at]!.text !== "") return parts[at]!.text[0]!;
  return " ";
}

/** Writes what would be markup as character references. */
function escapeAdoc(plain: string, many: ReadonlySet<string>, isCell: boolean, isLink: boolean): string {
  return plain.replace(/[\r\n]+/g, " ").replace(/[*_`#^~+{<[(|\]&:;]/g, (mark, at: number, whole: string) => {
    const [before, after] = [whole[at - 1] ?? "", whole[at + 1] ?? ""];
    const reference = `&#${mark.codePointAt(0)};`;
    if (many.has(mark)) {
      const isAlone = /^\s$/.test(before) && /^\s$/.test(after);
      const isWithin = mark === "_" && WORD.test(before) && WORD.test(after) && before !== "_" && after !== "_";
      return isAlone || isWithin ? mark : reference;
    }
    if (mark === "{" && /^\{\w/.test(whole.slice(at))) return reference;
    if ((mark === "<" || mark === "[" || mark === "(") && after === mark) return reference;
    if (mark === "|" && isCell) return reference;
    if (mark === "]" && isLink) return reference;
    if (mark === "&" && /^&(?:#?\w+);/.test(whole.slice(at, at + 40))) return reference;
    if ((mark === ":" || mark === ";") && before === mark && (after === "" || /\s/.test(after))) return reference;
    return mark;
  });
}
