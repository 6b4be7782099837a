import type { CodeSpelling, Piece } from "@/lib/formats/inline";
import { tokenize } from "@/lib/text/segment";

/** Inline markup of reStructuredText (docutils, "Inline markup recognition rules"). */

/** Characters allowed before and after inline markup. Elsewhere an escaped space, `\ `, separates it. */
const BEFORE = /[\s'"([{<\-/:\u2018\u201c\u2019\u00ab\u00a1\u00bf\u2010-\u2015]/;
const AFTER = /[\s'")\]}>\-/:.,;!?\\\u2018\u201d\u2019\u00bb\u2010-\u2015\u2026]/;

/** Roles whose content is formatted text. */
const FORMATS = new Set(["emphasis", "strong", "sub", "subscript", "sup", "superscript", "title-reference", "t"]);
/** A single word without a role is a name in code: Sphinx's `default_role` links it, as Markdown marks code. */
const IDENTIFIER = /^[!-~]+$|^[\w.]+\([ -~]*\)$/;
/** Roles whose content is a title if a target in angle brackets follows it, otherwise a target. */
const TITLED = /<[^<>`]{1,1000}>$/;

const MAX_MARKUP = 2_000;

/** The pieces of a text range. Its line breaks become spaces. */
export function rstPieces(source: string, start: number, end: number): Piece[] {
  const pieces: Piece[] = [];
  let text = "";
  let from = start;
  const flush = (until: number) => {
    if (until > from) pieces.push({ type: "text", start: from, end: until, text });
    text = "";
  };
  /** The next end of each mark, and the offset from which it was searched; the end does not depend on the start. */
  const known = new Map<string, { readonly from: number; readonly at: number }>();
  const closing = (mark: string, after: number): number => {
    const last = known.get(mark);
    let at = last && last.from <= after + 1 && last.at > after ? last.at : -1;
    if (at < 0) {
      at = mark === INTERPRETED ? nextTick(source, after + 1, end) : nextEnd(source, mark, after + 1, end);
      known.set(mark, { from: after + 1, at });
    }
    return at - after > MAX_MARKUP ? -1 : at;
  };
  let at = start;
  while (at < end) {
    const found = isOpenable(source, start, at) ? markupAt(source, at, end, closing) : undefined;
    if (found) {
      flush(at);
      pieces.push(...found);
      at = found.at(-1)!.end;
      from = at;
      continue;
    }
    const character = source[at]!;
    if (character === "\\" && at + 1 < end) {
      const escaped = source[at + 1]!;
      if (!/\s/.test(escaped)) text += escaped;
      at += 2;
    } else if (/\s/.test(character)) {
      while (at < end && /\s/.test(source[at]!)) at++;
      text += " ";
    } else {
      text += character;
      at++;
    }
  }
  flush(end);
  return pieces;
}

/** Interpreted text also ends if no space follows. */
const INTERPRETED = "`:";

function nextTick(source: string, from: number, end: number): number {
  for (let at = source.indexOf("`", from); at >= 0 && at < end; at = source.indexOf("`", at + 1))
    if (source[at - 1] !== "\\" && !/\s/.test(source[at - 1]!)) return at;
  return Number.POSITIVE_INFINITY;
}

/** Where a mark can end, at or after `from`; Infinity if nowhere. */
function nextEnd(source: string, mark: string, from: number, end: number): number {
  for (let at = source.indexOf(mark, from); at >= 0 && at + mark.length <= end; at = source.indexOf(mark, at + 1)) {
    const next = source[at + mark.length];
    const isEnd = at + mark.length >= end || next === undefined || AFTER.test(next) || (mark === "|" && next === "_");
    if (isEnd && !/\s/.test(source[at - 1]!) && (source[at - 1] !== "\\" || mark === "``")) return at;
  }
  return Number.POSITIVE_INFINITY;
}

function isOpenable(source: string, start: number, at: number): boolean {
  const before = at > start ? source[at - 1]! : " ";
  // Also after an escaped space.
  return BEFORE.test(before) || (/\s/.test(before) && source[at - 2] === "\\");
}

type Closing = (mark: string, after: number) => number;

function markupAt(source: string, at: number, end: number, closing: Closing): Piece[] | undefined {
  const character = source[at]!;
  const next = source[at + 1] ?? " ";
  if (character === "`" && next === "`") {
    const close = closing("``", at + 2);
    return close < 0 || /\s/.test(source[at + 2] ?? " ")
      ? undefined
      : [opaque(source, at, close + 2, source.slice(at + 2, close))];
  }
  if (character === "*") {
    const mark = next === "*" ? "**" : "*";
    if (/[\s*]/.test(source[at + mark.length] ?? " ")) return;
    const close = closing(mark, at + mark.length);
    if (close < 0) return;
    return pair(source, [at, at + mark.length], [close, close + mark.length], mark, "format");
  }
  if (character === "|" && !/\s/.test(next)) {
    const close = closing("|", at + 1);
    if (close < 0 || close - at > 200) return;
    const suffix = /^_{0,2}/.exec(source.slice(close + 1, close + 3))![0].length;
    return [opaque(source, at, close + 1 + suffix, source.slice(at + 1, close))];
  }
  if (character === "[") {
    const note = /^\[(?:\d{1,9}|#[\w.-]{0,100}|\*|[\w.-]{1,100})\]_/.exec(source.slice(at, at + 110));
    return note ? [single(source, at, at + note[0].length)] : undefined;
  }
  const role = character === ":" ? /^:([\w][\w:.+-]{0,100}):(?=`[^`\s])/.exec(source.slice(at, at + 110)) : null;
  const tick = at + (role?.[0].length ?? 0);
  if (source[tick] === "`") return interpreted(source, { at, tick, role: role?.[1], end }, closing);
  if (character === "_" && next === "`") {
    const close = closing("`", at + 2);
    return close < 0 ? undefined : [opaque(source, at, close + 1, source.slice(at + 2, close))];
  }
  const reference = /[\p{L}\p{N}]/u.test(character)
    ? /^[\p{L}\p{N}](?:[\p{L}\p{N}]|[-_.:+](?=[\p{L}\p{N}])){0,100}__?(?![\p{L}\p{N}_])/u.exec(
        source.slice(at, Math.min(end, at + 110)),
      )
    : null;
  if (reference) return [opaque(source, at, at + reference[0].length, reference[0].replace(/_+$/, ""))];
}

/** `` :role:`text` ``, `` `text`:role: ``, `` `text <target>`_ `` and `` `text`_ ``. */
function interpreted(
  source: string,
  { at, tick, role, end }: { at: number; tick: number; role: string | undefined; end: number },
  closing: Closing,
): Piece[] | undefined {
  if (/[\s`]/.test(source[tick + 1] ?? " ")) return;
  const close = closing(INTERPRETED, tick + 1);
  if (close < 0) return;
  const suffix = /^(?:__?|:[\w][\w:.+-]{0,100}:)?/.exec(source.slice(close + 1, Math.min(end, close + 110)))![0];
  const until = close + 1 + suffix.length;
  const after = source[until];
  if (until < end && after !== undefined && !AFTER.test(after)) return;
  const content = source.slice(tick + 1, close);
  const target = TITLED.exec(content);
  const name = (role ?? suffix.replace(/^:|:$/g, "")).toLowerCase();
  const isDefault = name === "" && suffix === "";
  const isFormat = FORMATS.has(name) || (isDefault && !IDENTIFIER.test(content));
  if (target && target.index > 0 && content.slice(0, target.index).trim() !== "") {
    const textEnd = tick + 1 + content.slice(0, target.index).trimEnd().length;
    return pair(source, [at, tick + 1], [textEnd, until], `link${at}`, "pair");
  }
  if (isFormat) return pair(source, [at, tick + 1], [close, until], `format${at}`, "format");
  return [opaque(source, at, until, content.replace(/^[~!]/, "").replace(/\s+/g, " "))];
}

/** Reads markup around a text. Within it there is no other markup. */
function pair(
  source: string,
  [openStart, openEnd]: readonly [number, number],
  [closeStart, closeEnd]: readonly [number, number],
  name: string,
  kind: "pair" | "format",
): Piece[] {
  const text = source
    .slice(openEnd, closeStart)
    .replace(/\\(\s|[\s\S])/g, (_, one: string) => (/\s/.test(one) ? "" : one));
  return [
    { type: "open", start: openStart, end: openEnd, raw: source.slice(openStart, openEnd), name, kind },
    { type: "text", start: openEnd, end: closeStart, text: text.replace(/\s+/g, " ") },
    { type: "close", start: closeStart, end: closeEnd, raw: source.slice(closeStart, closeEnd), name, kind },
  ];
}

function opaque(source: string, start: number, end: number, shown: string): Piece {
  return { type: "single", kind: "placeholder", start, end, raw: source.slice(start, end), equiv: shown.slice(0, 100) };
}

function single(source: string, start: number, end: number): Piece {
  return { type: "single", kind: "single", start, end, raw: source.slice(start, end) };
}

/**
 * Writes an encoded text. Markup cannot be nested, so inner pairs lose their marks, and a code within a pair is moved
 * behind it. `isPlain`: for values without inline markup.
 */
export function spellRst(
  encoded: string,
  spelling: CodeSpelling,
  source: string,
  isPlain = false,
  after = " ",
): string {
  let written = "";
  let depth = 0;
  let open: { readonly raw: string; text: string } | undefined;
  let later: string[] = [];
  /** True if the last output is markup, which must be separated from a letter. */
  let isAfterMarkup = false;
  const put = (text: string) => {
    if (text === "") return;
    if (isAfterMarkup && !AFTER.test(text[0]!)) written += "\\ ";
    isAfterMarkup = false;
    written += text;
  };
  const markup = (raw: string) => {
    if (isAfterMarkup || (written !== "" && !BEFORE.test(written.at(-1)!))) written += "\\ ";
    written += raw;
    isAfterMarkup = true;
  };
  for (const token of tokenize(encoded)) {
    if (token.type === "text") {
      const text = isPlain ? token.text.replace(/[\r\n]+/g, " ") : escapeRst(token.text);
      if (open) open.text += text;
      else put(text);
      continue;
    }
    const code = spelling.get(token.id);
    if (!code) continue;
    if (token.type === "single") {
      const raw = source.slice(code.open.start, code.open.end) || code.open.raw;
      if (open) later.push(raw);
      else markup(raw);
    } else if (token.type === "open") {
      depth++;
      if (depth === 1 && code.close) open = { raw: code.open.raw, text: "" };
    } else if (--depth === 0 && open) {
      const { raw, text } = open;
      open = undefined;
      const [, before = "", inner = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
      put(before);
      if (inner) markup(raw + inner + code.close!.raw);
      put(after);
      for (const one of later) markup(one);
      later = [];
    }
  }
  if (open) put(open.text);
  if (isAfterMarkup && !AFTER.test(after)) written += "\\ ";
  return written.endsWith("::") ? `${written.slice(0, -1)}\\:` : written;
}

/** Escapes text that would be markup. */
function escapeRst(plain: string): string {
  return plain
    .replace(/[\r\n]+/g, " ")
    .replace(/\\/g, "\\\\")
    .replace(/[*`|]/g, (mark, at: number, whole: string) => {
      const isAlone = /^\s?$/.test(whole[at - 1] ?? "") && /^\s?$/.test(whole[at + 1] ?? "") && whole.length > 1;
      return isAlone && mark !== "`" ? mark : `\\${mark}`;
    })
    .replace(/(?<=[\p{L}\p{N}_\]])_(?![\p{L}\p{N}_])/gu, "\\_");
}

/** Names of all targets that the text refers to, in lower case and without extra spaces. */
export function referenceNames(source: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { 1: phrase, 2: word } of source.matchAll(
    /`([^`<>\\]{1,300})`__?(?!\w)|(?<![\w`])([\p{L}\p{N}][\w.:+-]{0,100}?)__?(?![\w`])/gu,
  ))
    names.add((phrase ?? word ?? "").trim().replace(/\s+/g, " ").toLowerCase());
  return names;
}
