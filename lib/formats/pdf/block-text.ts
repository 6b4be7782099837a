import { escapeText, plainText, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";
import type { Block } from "./blocks";
import type { Piece, Style } from "./line";

/** Maximum changes of style in a paragraph that become codes; with more, the paragraph gets one style. */
const MAX_CODES = 100;

/** The text of a paragraph; pieces whose style differs from that of most letters are codes. */
export function segmentOf(block: Block): Segment {
  const pieces = stretches(block);
  const base = styleKey(mainStyle(block));
  const tokens: Token[] = [];
  const codes: { id: number; kind: "format" }[] = [];
  for (const { text, style } of pieces) {
    if (styleKey(style) === base || !text.trim()) {
      tokens.push({ type: "text", text });
      continue;
    }
    const id = codes.length + 1;
    const [before = "", after = ""] = [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]];
    codes.push({ id, kind: "format" });
    tokens.push({ type: "text", text: before }, { type: "open", id });
    tokens.push({ type: "text", text: text.trim() }, { type: "close", id }, { type: "text", text: after });
  }
  if (codes.length > MAX_CODES) return { text: escapeText(block.text), codes: [] };
  return { text: serialize(tokens.filter((token) => token.type !== "text" || token.text !== "")), codes };
}

/** The pieces of a translated {@link segmentOf}. */
export function piecesOf(block: Block, translated: string): Piece[] {
  const main = mainStyle(block);
  const base = styleKey(main);
  const styles = stretches(block).filter(({ text, style }) => styleKey(style) !== base && text.trim());
  const pieces: Piece[] = [];
  const open: number[] = [];
  for (const token of tokenize(translated)) {
    if (token.type === "open") open.push(token.id);
    if (token.type === "close") open.pop();
    if (token.type !== "text" || !token.text) continue;
    const style = styles[(open.at(-1) ?? 0) - 1]?.style ?? main;
    const last = pieces.at(-1);
    if (last && styleKey(last.style) === styleKey(style))
      pieces[pieces.length - 1] = { style, text: last.text + token.text };
    else pieces.push({ text: token.text, style });
  }
  return pieces.length > 0 ? pieces : [{ text: plainText(translated), style: main }];
}

/** Merges adjacent pieces of one style; white space and punctuation belong to the preceding piece. */
function stretches({ pieces }: Block): Piece[] {
  const joined: Piece[] = [];
  for (const { text, style } of pieces) {
    const last = joined.at(-1);
    if (last && (styleKey(last.style) === styleKey(style) || (style.shift === 0 && !WORD.test(text))))
      joined[joined.length - 1] = { ...last, text: last.text + text };
    else if (last && joined.length === 1 && !WORD.test(last.text)) joined[0] = { text: last.text + text, style };
    else joined.push({ text, style });
  }
  return joined;
}

const WORD = /[\p{L}\p{N}]/u;

/** The style of most letters in a paragraph. */
function mainStyle({ pieces }: Pick<Block, "pieces">): Style {
  const letters = new Map<string, { style: Style; count: number }>();
  for (const { text, style } of pieces) {
    const known = letters.get(styleKey(style)) ?? { style, count: 0 };
    known.count += text.trim().length;
    letters.set(styleKey(style), known);
  }
  return [...letters.values()].reduce((best, one) => (one.count > best.count ? one : best)).style;
}

function styleKey({ face, shift }: Style): string {
  return `${face.family === "mono"} ${face.bold} ${face.italic} ${face.color} ${face.hidden} ${shift}`;
}
