import { unescapeXml } from "@/lib/formats/xml";
import { CODE_TAGS } from "@/lib/text/message/commands";
import { blockPart, isBranch } from "@/lib/text/message/fields";
import { parseMessage } from "@/lib/text/message/parse";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import { CODE } from "@/lib/text/segment";
import type { Piece } from "./inline-string";

/**
 * - `printf`: every directive of C, Objective-C and Java, even where prose rarely has one (`Size%dpx`);
 * - `python`: the same, without numbered directives (`%1$s`);
 * - `loose`: only placeholders that are certain in any kind of text.
 */
export type PrintfMode = "printf" | "python" | "loose";

/** Splits an application string into text and codes: placeholders, tags, entities, addresses. Linear. */
export function scanString(text: string, mode: PrintfMode = "loose"): Piece[] {
  if (mode === "loose") return loosePieces(text);
  const pieces: Piece[] = [];
  const numbered = mode === "printf" && !NUMBERED_OR_WIDTH.test(text);
  let from = 0;
  let argument = 0;
  const tags = text.includes("<") ? parseMessage(text).filter((found) => /^<[^>]*%/.test(found.text)) : [];
  for (const { 0: raw, index } of text.matchAll(DIRECTIVE)) {
    const position = numbered && raw !== "%%" ? { argument: ++argument } : {};
    if (index < from) continue;
    const tag = tags.find(({ start, end }) => start <= index && index < end);
    pieces.push(
      ...loosePieces(text.slice(from, tag?.start ?? index)),
      tag ? codePiece(tag) : { type: "code", raw, kind: "placeholder", equiv: SHOWN.get(raw) ?? raw, ...position },
    );
    from = tag?.end ?? index + raw.length;
  }
  return [...pieces, ...loosePieces(text.slice(from))];
}

/** Without the space flag of prose ("100 % of"). `%#@name@` and `%arg` are Apple's plural variations, `%2%3` is Qt's. */
const DIRECTIVE =
  /%(?:\d{1,3}\$)?#@\w{1,60}@|%arg(?![A-Za-z\u00c0-\u024f])|%(?:\d{1,3}\$)?[-+0#']{0,5}(?:\*(?:\d{1,3}\$)?|\d{1,6})?(?:\.(?:\*|\d{0,6}))?(?:hh|h|ll|l|L|q|j|z|I64)?(?:t[YymdHMSBbAae]|t?(?:[@dDiouxXeEfFgGaAcCsSpnb]|(?<=%)%|%(?!\d))|<PRI[A-Za-z0-9]{1,12}>)/g;

/** Directives with an argument number, with two arguments, or without an argument. */
const NUMBERED_OR_WIDTH = /%(?:#@|arg(?![A-Za-z\u00c0-\u024f])|\d{1,3}\$|[-+0#']{0,5}(?:\d{0,6}\.)?\*)/;

function loosePieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of parseMessage(text)) {
    if (found.start > from) pieces.push({ type: "text", text: text.slice(from, found.start) });
    // The branches of an ICU choice are texts.
    pieces.push(hasIcuChoice(found.text) ? { type: "text", text: found.text } : codePiece(found));
    from = found.end;
  }
  if (from < text.length) pieces.push({ type: "text", text: text.slice(from) });
  return pieces;
}

/** Elements that only change the appearance: their codes may be split or widened. */
const FORMATTING = new Set(["b", "i", "em", "strong", "u", "s", "small", "big", "font", "tt", "mark", "sub", "sup"]);

function codePiece({ text, kind, name = "", equiv }: ReturnType<typeof parseMessage>[number]): Piece {
  if (kind === "open") {
    const asCode = CODE_TAGS.includes(name) ? { equiv: CODE } : {};
    return { type: "open", raw: text, name, kind: FORMATTING.has(name) ? "format" : "pair", ...asCode };
  }
  if (kind === "close") return { type: "close", raw: text, name };
  if (/^<br\b/i.test(text)) return { type: "code", raw: text, kind: "single", equiv: "\n" };
  if (text.startsWith("<") && !isBranch(text) && !blockPart(text)) return { type: "code", raw: text, kind: "single" };
  const plain = SHOWN.get(text) ?? (text.startsWith("&") ? unescapeXml(text) : text);
  const shown = isBranch(text) ? `${text}\n` : (equiv ?? plain);
  return { type: "code", raw: text, kind: "placeholder", equiv: shown };
}

const SHOWN = new Map(Object.entries({ "%%": "%", "&nbsp;": " ", "&ndash;": "–", "&mdash;": "—", "&hellip;": "…" }));
