import type { CodeSpelling } from "@/lib/formats/inline";
import { tokenize } from "@/lib/text/segment";
import { WORD } from "./adoc-inline";

/** Characters that start and end markup. */
const MARKUP = ["*", "_", "`", "#", "^", "~", "+"];

/** Writes an encoded text. Formats next to letters get doubled marks; empty and repeated formats get none. */
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
    readonly isTerm: boolean;
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
        text: escapeAdoc(token.text, many, {
          isCell: inside === true,
          isLink: inside === "brackets" || open.some(({ isLink }) => isLink),
          isTerm: open.some(({ isTerm }) => isTerm),
        }),
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
      open.push({ id: token.id, mark, isLink: mark === "link", isTerm: raw === "((", isDropped, at: parts.length });
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
 * Whether two occurrences of a mark in a text would be markup. Constrained marks are at the edges of words and next to
 * the text they mark, unconstrained ones are doubled, and sub- and superscript contain no space:
 * https://docs.asciidoctor.org/asciidoc/latest/text/#formatting-marks-and-pairs
 */
function canPair(mark: string, text: string): boolean {
  if (mark === "^") return /\^\S[^\s^]*\^/.test(text);
  if (mark === "~") return /~\S[^\s~]*~/.test(text);
  const doubled = text.indexOf(mark + mark);
  if (doubled >= 0 && text.indexOf(mark + mark, doubled + 3) > 0) return true;
  // An underscore may become a character reference, which is not part of a word.
  const first = text.search(new RegExp(`(?<![\\p{L}\\p{N}])[${mark}](?=\\S)`, "u"));
  return first >= 0 && new RegExp(`\\S[${mark}](?![\\p{L}\\p{N}])`, "u").test(text.slice(first + 1));
}

function rawOf(token: { readonly type: string; readonly id: number }, spelling: CodeSpelling): string {
  const code = spelling.get(token.id);
  return (token.type === "close" ? code?.close?.raw : code?.open.raw) ?? "";
}

/** Joins parts. Moves spaces out of formats and doubles marks next to letters. */
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

type Inside = { readonly isCell: boolean; readonly isLink: boolean; readonly isTerm: boolean };

/** Writes text that would be markup as character references. */
function escapeAdoc(plain: string, many: ReadonlySet<string>, { isCell, isLink, isTerm }: Inside): string {
  return plain.replace(/[\r\n]+/g, " ").replace(/[*_`#^~+{<[()|\]&:;]/g, (mark, at: number, whole: string) => {
    const [before, after] = [whole[at - 1] ?? "", whole[at + 1] ?? ""];
    const reference = `&#${mark.codePointAt(0)};`;
    if (many.has(mark)) {
      const isAlone = /^\s$/.test(before) && /^\s$/.test(after);
      const isWithin = mark === "_" && WORD.test(before) && WORD.test(after) && before !== "_" && after !== "_";
      return isAlone || isWithin ? mark : reference;
    }
    if (mark === "{" && /^\{\w/.test(whole.slice(at))) return reference;
    if ((mark === "<" || mark === "[" || mark === "(") && after === mark) return reference;
    if (isTerm && (mark === "(" || mark === ")")) return reference;
    if (mark === "|" && isCell) return reference;
    if (mark === "]" && isLink) return reference;
    if (mark === "&" && /^&(?:#?\w+);/.test(whole.slice(at, at + 40))) return reference;
    if ((mark === ":" || mark === ";") && before === mark && (after === "" || /\s/.test(after))) return reference;
    return mark;
  });
}
