import { type InlineCode, serialize, type Token, tokenize } from "@/lib/text/segment";
import { equivShown } from "./pieces";

/**
 * Inline codes in the markup sent to vendors; every element has the code as its `id`. `<g id="g1">…</g>` is a pair, `<x
 * id="x2">equiv</x>` a single code (its content is context and must not be translated), `<x id="o3"/>` and `<x
 * id="c3"/>` are the two ends of a pair that is split between pieces, so that the markup is always well-formed. In
 * HTML, all of them are spans.
 */
export type Dialect = "xml" | "html";

/** Writes an encoded text as a vendor's markup. `writeText` escapes the text between codes and may add elements. */
export function writeMarkup(
  encoded: string,
  codes: readonly InlineCode[],
  dialect: Dialect,
  writeText: (plain: string) => string = escapeMarkup,
): string {
  const equiv = new Map(codes.map((code) => [code.id, equivShown(code)]));
  const tokens = tokenize(encoded);
  const whole = matchedPairs(tokens);
  return tokens
    .map((token, index) => {
      if (token.type === "text") return writeText(token.text);
      if (token.type === "single") return point(`x${token.id}`, equiv.get(token.id) ?? "", dialect);
      if (!whole.has(index)) return point(`${token.type === "open" ? "o" : "c"}${token.id}`, "", dialect);
      if (token.type === "close") return dialect === "xml" ? "</g>" : "</span>";
      return dialect === "xml" ? `<g id="g${token.id}">` : `<span id="g${token.id}">`;
    })
    .join("");
}

/** Parses a vendor's markup as encoded text. Never fails: drops unknown elements and keeps their text. */
export function readMarkup(markup: string): string {
  return serialize(read(markup, true) ?? read(markup, false) ?? []);
}

/** Null if `hidesPoints` and a point never closes: its end tag was lost, and the rest is text. */
function read(markup: string, hidesPoints: boolean): Token[] | null {
  const tokens: Token[] = [];
  /** What each open element becomes when it closes; `inPoint` counts open elements whose content isn't translated. */
  const open: { readonly closes: Token | null; readonly isPoint: boolean }[] = [];
  let inPoint = 0;
  let from = 0;
  const addText = (to: number): void => {
    if (inPoint === 0 && to > from) tokens.push({ type: "text", text: unescapeMarkup(markup.slice(from, to)) });
  };
  for (const match of markup.matchAll(TAG)) {
    addText(match.index);
    from = match.index + match[0].length;
    if (match[1]) {
      const closed = open.pop();
      if (closed?.isPoint) inPoint -= 1;
      if (closed?.closes && inPoint === 0) tokens.push(closed.closes);
      continue;
    }
    const attributes = match[3] ?? "";
    const token = inPoint === 0 && !match[2] ? tokenOf(attributes) : null;
    if (token) tokens.push(token.opens);
    if (attributes.trimEnd().endsWith("/")) continue;
    const isPoint = hidesPoints && token !== null && token.closes === null;
    if (isPoint) inPoint += 1;
    open.push({ closes: token?.closes ?? null, isPoint });
  }
  addText(markup.length);
  return inPoint === 0 ? tokens : null;
}

/** UTF-16 units of an element's attributes, including the blank before them. */
export const MAX_ATTRIBUTES = 200;

/**
 * Our attribute values contain no `>`; elements with other values are kept as text. The third element is Azure's
 * dictionary, which contains none of our codes.
 */
const TAG = /<(\/?)(?:g|x|span|(mstrans:dictionary))(?![\w-])([^<>]{0,200})>/gi;
const ID = /\bid\s*=\s*["']?([gxoc])(\d{1,6})\b/i;

function tokenOf(attributes: string): { readonly opens: Token; readonly closes: Token | null } | null {
  const match = ID.exec(attributes);
  if (!match) return null;
  const id = Number(match[2]);
  switch (match[1]?.toLowerCase()) {
    case "g":
      return { opens: { type: "open", id }, closes: { type: "close", id } };
    case "o":
      return { opens: { type: "open", id }, closes: null };
    case "c":
      return { opens: { type: "close", id }, closes: null };
    default:
      return { opens: { type: "single", id }, closes: null };
  }
}

function point(id: string, content: string, dialect: Dialect): string {
  if (dialect === "xml") return content ? `<x id="${id}">${escapeMarkup(content)}</x>` : `<x id="${id}"/>`;
  return `<span id="${id}" translate="no" class="notranslate">${escapeMarkup(content)}</span>`;
}

/** Indices of pairs that don't overlap another pair. */
function matchedPairs(tokens: readonly Token[]): ReadonlySet<number> {
  const matched = new Set<number>();
  const open: { readonly index: number; readonly id: number }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === "open") open.push({ index, id: token.id });
    if (token.type !== "close" || open.at(-1)?.id !== token.id) continue;
    matched.add(open.pop()!.index).add(index);
  }
  return matched;
}

export function escapeMarkup(plain: string): string {
  return plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function escapeAttribute(plain: string): string {
  return escapeMarkup(plain).replaceAll('"', "&quot;");
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Vendors escape more characters than we do: Google writes `&#39;` and `&quot;`. */
export function unescapeMarkup(escaped: string): string {
  return escaped.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const codePoint = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole;
  });
}
