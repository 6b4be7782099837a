import { escapeXmlText, type XmlDocument, type XmlElement, type XmlNode } from "@/lib/formats/xml";
import { repairCodes } from "@/lib/text/codes";
import { escapeText, type InlineCode, type Token, tokenize } from "@/lib/text/segment";

/**
 * Converts inline codes between TMX 1.4b and ours: `bpt`…`ept` are pairs, `ph`, `it` and `ut` single codes; `hi` is
 * ignored, and so is the content of codes, which is another program's. Codes of translation and source are matched by
 * `x`, otherwise by `i` for pairs and by order for single codes.
 */
export function encodeSegs(
  document: XmlDocument,
  sourceSeg: XmlElement,
  targetSeg: XmlElement,
): { source: string; target: string } {
  const source = readSeg(document, sourceSeg);
  const target = readSeg(document, targetSeg);
  const ids = new Map<string, number>();
  for (const piece of source) if (piece.type !== "text" && !ids.has(piece.key)) ids.set(piece.key, ids.size + 1);
  // Crossed pairs cannot be kept, nor can their counterparts.
  if (!isNested(source)) return { source: encode(source, new Map()), target: encode(target, new Map()) };
  const encoded = { source: encode(source, ids), target: encode(target, ids) };
  if (isNested(target)) return encoded;
  const codes = [...ids].map(
    ([key, id]): InlineCode => ({ id, kind: isPair(key) ? "format" : "single", deletable: true }),
  );
  return { source: encoded.source, target: repairCodes({ text: encoded.source, codes }, encoded.target).text };
}

/** Types of single codes, in TMX's manner of own values. */
const TYPES: Partial<Readonly<Record<InlineCode["kind"], string>>> = {
  placeholder: "x-placeholder",
  single: "x-single",
};

/**
 * The content of a `seg` for an encoded text. Single codes have their own bytes for content and their kind for `type` if
 * `codes` say so (`%s`), else our number.
 */
export function writeSeg(encoded: string, codes: readonly InlineCode[] = []): string {
  const known = new Map(codes.map((code) => [code.id, code]));
  const tokens = tokenize(encoded);
  const partners = partnersIn(tokens);
  let pairs = 0;
  const numbers = new Map<number, number>();
  return tokens
    .map((token, index) => {
      if (token.type === "text") return escapeXmlText(token.text);
      if (token.type === "single") {
        const { kind, equiv } = known.get(token.id) ?? {};
        const type = kind && TYPES[kind] ? ` type="${TYPES[kind]}"` : "";
        return `<ph x="${token.id}"${type}>${escapeXmlText(equiv ?? `<x${token.id}/>`)}</ph>`;
      }
      const partner = partners.get(index);
      if (token.type === "open") {
        if (partner === undefined) return `<it pos="begin" x="${token.id}">&lt;g${token.id}&gt;</it>`;
        numbers.set(partner, ++pairs);
        return `<bpt i="${pairs}" x="${token.id}">&lt;g${token.id}&gt;</bpt>`;
      }
      return partner === undefined ? "" : `<ept i="${numbers.get(index)}">&lt;/g${token.id}&gt;</ept>`;
    })
    .join("");
}

type Piece =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "open" | "close" | "single"; readonly key: string };

const CODES = new Set(["ph", "it", "ut"]);
const isPair = (key: string) => key.startsWith("p");

/** Keys of pairs begin with `p`, those of single codes with `s`. */
function readSeg(document: XmlDocument, seg: XmlElement): Piece[] {
  const pieces: Piece[] = [];
  const open = new Map<string, { key: string; at: number }>();
  const singles = new Set<string>();
  // Each single code of a text gets a distinct key.
  const single = (name: string): Piece => {
    const key = singles.has(name) ? `${name}#${singles.size}` : name;
    singles.add(key);
    return { type: "single", key };
  };
  const isolate = ({ key, at }: { key: string; at: number }) => {
    pieces[at] = single(`s${key}`);
  };
  const alone = (element: XmlElement) => single(`s${document.value(element, "x") ?? `#${singles.size}`}`);
  const stack: XmlNode[] = [...seg.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type !== "element") {
      if (node.type === "text" || node.type === "cdata") pieces.push({ type: "text", text: document.text(node) });
    } else if (node.name === "bpt") {
      const i = document.value(node, "i") ?? "";
      const key = `p${document.value(node, "x") ?? `#${i}`}`;
      const unclosed = open.get(i);
      if (unclosed) isolate(unclosed);
      open.set(i, { key, at: pieces.length });
      pieces.push({ type: "open", key });
    } else if (node.name === "ept") {
      const i = document.value(node, "i") ?? "";
      const opened = open.get(i);
      open.delete(i);
      if (opened) pieces.push({ type: "close", key: opened.key });
      else pieces.push(alone(node));
    } else if (CODES.has(node.name)) pieces.push(alone(node));
    else for (let child = node.children.length - 1; child >= 0; child--) stack.push(node.children[child]!);
  }
  for (const unclosed of open.values()) isolate(unclosed);
  return pieces;
}

function isNested(pieces: readonly Piece[]): boolean {
  const open: string[] = [];
  return pieces.every((piece) => {
    if (piece.type === "open") open.push(piece.key);
    return piece.type !== "close" || open.pop() === piece.key;
  });
}

/** Drops codes without a number. */
function encode(pieces: readonly Piece[], ids: ReadonlyMap<string, number>): string {
  return pieces
    .map((piece) => {
      if (piece.type === "text") return escapeText(piece.text);
      const id = ids.get(piece.key);
      if (id === undefined) return "";
      return piece.type === "single" ? `<x${id}/>` : `<${piece.type === "close" ? "/" : ""}g${id}>`;
    })
    .join("");
}

/** Maps the index of an opening token to its closing one and vice versa. */
function partnersIn(tokens: readonly Token[]): Map<number, number> {
  const partners = new Map<number, number>();
  const open = new Map<number, number[]>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "open" && token.type !== "close") continue;
    const starts = open.get(token.id) ?? [];
    open.set(token.id, starts);
    if (token.type === "open") starts.push(index);
    const start = token.type === "close" ? starts.pop() : undefined;
    if (start === undefined) continue;
    partners.set(start, index);
    partners.set(index, start);
  }
  return partners;
}
