import { type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";

/** What an engine may have moved into a pair: a space at either edge, or the final punctuation. */
const SWALLOWED = /<g\d{1,6}>\s|[\s.,;:!?…]<\/g\d{1,6}>/;

/**
 * Restores the edges of links and emphasis: moves spaces, and a full stop after a link, that an engine moved into a
 * pair out again. Takes and returns encoded text.
 */
export function keepPairEdges(source: Segment, translated: string): string {
  if (source.codes.length === 0 || !SWALLOWED.test(translated)) return translated;
  const edges = edgesOf(source.text);
  const tokens = tokenize(translated);
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.type === "close") moveOut(tokens, index, -1, leavingEnd(tokens, index, edges.get(token.id)));
  }
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index]!;
    if (token.type !== "open" || edges.get(token.id)?.spaceBefore !== false) continue;
    const inner = tokens[index + 1];
    if (inner?.type === "text") moveOut(tokens, index, 1, /^\s*/.exec(inner.text)![0]);
  }
  return serialize(tokens.filter((token) => token.type !== "text" || token.text !== ""));
}

type Edges = {
  spaceBefore: boolean;
  spaceAfter: boolean;
  /** The final punctuation within or after the pair, if any. */
  sign: string;
  next: string;
};

const SIGN = /[.,;:!?…]/;

function edgesOf(encoded: string): Map<number, Edges> {
  const tokens = tokenize(encoded);
  const edges = new Map<number, Edges>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === "open") {
      edges.set(token.id, { spaceBefore: /^\s/.test(textNext(tokens, index)), spaceAfter: false, sign: "", next: "" });
    } else if (token.type === "close") {
      const known = edges.get(token.id);
      if (!known) continue;
      const inner = textNext(tokens, index, -1);
      known.spaceAfter = /\s$/.test(inner);
      known.sign = SIGN.exec(inner.trimEnd().slice(-1))?.[0] ?? "";
      known.next = SIGN.exec(textNext(tokens, index)[0] ?? "")?.[0] ?? "";
    }
  }
  return edges;
}

/** The text next to a token on one side, skipping codes. */
function textNext(tokens: readonly Token[], index: number, side: 1 | -1 = 1): string {
  for (let at = index + side; tokens[at] && tokens[at]!.type !== "single"; at += side) {
    const token = tokens[at]!;
    if (token.type === "text" && token.text !== "") return token.text;
  }
  return "";
}

/** Text to move out at the end of a pair: its spaces, and punctuation that comes after the pair in the source. */
function leavingEnd(tokens: readonly Token[], index: number, edges: Edges | undefined): string {
  const inner = tokens[index - 1];
  if (!edges || inner?.type !== "text") return "";
  const space = edges.spaceAfter ? "" : inner.text.slice(inner.text.trimEnd().length);
  const rest = inner.text.slice(0, inner.text.length - space.length);
  const isDrawnIn = edges.sign === "" && edges.next !== "" && rest.endsWith(edges.next);
  return isDrawnIn ? edges.next + space : space;
}

/** Moves text at the edge of a pair to the other side without duplicating existing text. */
function moveOut(tokens: Token[], index: number, side: 1 | -1, text: string): void {
  const inner = tokens[index + side];
  const beyond = tokens[index + 2 * side];
  if (text === "" || inner?.type !== "text") return;
  if (inner.text === text && beyond?.type === (side === -1 ? "open" : "close")) return;
  const kept = side === -1 ? inner.text.slice(0, inner.text.length - text.length) : inner.text.slice(text.length);
  tokens[index + side] = { type: "text", text: kept };
  const at = index - side;
  const outer = tokens[at];
  const present = outer?.type === "text" ? outer.text : undefined;
  const moved = side === -1 ? before(text, present, at >= tokens.length) : after(text, present, at < 0);
  if (moved === "") return;
  if (present !== undefined) tokens[at] = { type: "text", text: side === -1 ? moved + present : present + moved };
  else tokens.splice(side === -1 ? index + 1 : index, 0, { type: "text", text: moved });
}

/** The part of `text` that must be inserted before `present`. */
function before(text: string, present: string | undefined, isEnd: boolean): string {
  const sign = text.trim();
  const following = present?.trimStart() ?? "";
  const kept = sign !== "" && following.startsWith(sign) ? "" : sign;
  const space = text.slice(sign.length);
  if (space === "" || isEnd || (present !== undefined && /^[\s.,;:!?…)\]»”]/.test(present))) return kept;
  return kept + space;
}

/** The part of `text` that must be inserted after `present`. */
function after(text: string, present: string | undefined, isStart: boolean): string {
  return isStart || (present !== undefined && /[\s([«“¿¡]$/.test(present)) ? "" : text;
}
