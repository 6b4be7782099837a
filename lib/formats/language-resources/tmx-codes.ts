import { escapeXmlAttribute, escapeXmlText, type XmlDocument, type XmlElement, type XmlNode } from "@/lib/formats/xml";
import { repairCodes } from "@/lib/text/message/codes";
import { escapeText, type InlineCode, type Token, tokenize } from "@/lib/text/segment";

/**
 * Converts inline codes between TMX 1.4b and ours: `bpt`…`ept` are pairs, `ph`, `it` and `ut` single codes; `hi` is
 * ignored. The content of codes belongs to another program and is kept in `codes` for exports. Codes of translation and
 * source are matched by `x`, otherwise by `i` for pairs and by order for single codes.
 */
export function encodeSegs(
  document: XmlDocument,
  sourceSeg: XmlElement,
  targetSeg: XmlElement,
): { source: string; target: string; codes?: readonly UnitCode[] } {
  const source = readSeg(document, sourceSeg);
  const target = readSeg(document, targetSeg);
  const ids = new Map<string, number>();
  for (const piece of source) if (piece.type !== "text" && !ids.has(piece.key)) ids.set(piece.key, ids.size + 1);
  // Drops overlapping pairs and their counterparts in the other language.
  if (!isNested(source)) return { source: encode(source, new Map()), target: encode(target, new Map()) };
  const kept = unitCodes(source, ids);
  const encoded = { source: encode(source, ids), target: encode(target, ids), ...(kept ? { codes: kept } : {}) };
  if (isNested(target)) return encoded;
  const codes = [...ids].map(
    ([key, id]): InlineCode => ({ id, kind: isPair(key) ? "format" : "single", deletable: true }),
  );
  return { ...encoded, target: repairCodes({ text: encoded.source, codes }, encoded.target).text };
}

/** A code of a unit as the file wrote it: the content of a single code, or of both halves of a pair. */
export type UnitCode = { readonly id: number; readonly open: string; readonly close?: string; readonly type?: string };

/** Maximum UTF-16 units of the contents of all codes in a unit; longer ones are not kept. */
const MAX_KEPT = 10_000;

function unitCodes(pieces: readonly Piece[], ids: ReadonlyMap<string, number>): readonly UnitCode[] | null {
  const codes = new Map<number, UnitCode>();
  for (const piece of pieces) {
    if (piece.type === "text") continue;
    const id = ids.get(piece.key)!;
    const known = codes.get(id);
    if (piece.type === "close") codes.set(id, { ...known, id, open: known?.open ?? "", close: piece.content });
    else if (!known) codes.set(id, { id, open: piece.content, ...(piece.kind ? { type: piece.kind } : {}) });
  }
  const length = [...codes.values()].reduce((sum, { open, close = "" }) => sum + open.length + close.length, 0);
  // Our own exports write codes with unknown content as numbers.
  const isKnown = [...codes.values()].some(({ open }) => open !== "" && !/^<[gx]\d+\/?>$/.test(open));
  return isKnown && length <= MAX_KEPT ? [...codes.values()] : null;
}

/** Types of single codes, as custom values of TMX. */
const TYPES: Partial<Readonly<Record<InlineCode["kind"], string>>> = {
  placeholder: "x-placeholder",
  single: "x-single",
};

/** The codes of our segment for a unit: their kinds, and their bytes if known. */
export function unitCodesOf(codes: readonly InlineCode[]): readonly UnitCode[] {
  return codes.flatMap(({ id, kind, equiv }) => {
    const type = TYPES[kind];
    return equiv === undefined && !type ? [] : [{ id, open: equiv ?? `<x${id}/>`, ...(type ? { type } : {}) }];
  });
}

/** The content of a `seg` for an encoded text. Codes get the content in `codes`, else our number. */
export function writeSeg(encoded: string, codes: readonly UnitCode[] = []): string {
  const known = new Map(codes.map((code) => [code.id, code]));
  const tokens = tokenize(encoded);
  const partners = partnersIn(tokens);
  let pairs = 0;
  const numbers = new Map<number, number>();
  return tokens
    .map((token, index) => {
      if (token.type === "text") return escapeXmlText(token.text);
      if (token.type === "single") {
        const { open = `<x${token.id}/>`, type } = known.get(token.id) ?? {};
        return `<ph x="${token.id}"${typed(type)}>${escapeXmlText(open)}</ph>`;
      }
      const partner = partners.get(index);
      if (token.type === "open") {
        const { open = `<g${token.id}>`, type } = known.get(token.id) ?? {};
        if (partner === undefined) return `<it pos="begin" x="${token.id}"${typed(type)}>${escapeXmlText(open)}</it>`;
        numbers.set(partner, ++pairs);
        return `<bpt i="${pairs}" x="${token.id}"${typed(type)}>${escapeXmlText(open)}</bpt>`;
      }
      const { close = `</g${token.id}>` } = known.get(token.id) ?? {};
      return partner === undefined ? "" : `<ept i="${numbers.get(index)}">${escapeXmlText(close)}</ept>`;
    })
    .join("");
}

function typed(type: string | undefined): string {
  return type === undefined ? "" : ` type="${escapeXmlAttribute(type)}"`;
}

type CodePiece = {
  readonly type: "open" | "close" | "single";
  readonly key: string;
  /** Content of the code: markup of another program. */
  readonly content: string;
  readonly kind?: string | undefined;
};
type Piece = { readonly type: "text"; readonly text: string } | CodePiece;

type Open = { readonly key: string; readonly at: number; readonly code: Pick<CodePiece, "content" | "kind"> };

const CODES = new Set(["ph", "it", "ut"]);
const isPair = (key: string) => key.startsWith("p");

/** Keys of pairs begin with `p`, keys of single codes with `s`. */
function readSeg(document: XmlDocument, seg: XmlElement): Piece[] {
  const pieces: Piece[] = [];
  const open = new Map<string, Open>();
  const singles = new Set<string>();
  // Each single code of a text gets a distinct key.
  const single = (name: string, code: Pick<CodePiece, "content" | "kind">): Piece => {
    const key = singles.has(name) ? `${name}#${singles.size}` : name;
    singles.add(key);
    return { type: "single", key, ...code };
  };
  const codeOf = (element: XmlElement) => ({ content: document.text(element), kind: document.value(element, "type") });
  const isolate = ({ key, at, code }: Open) => {
    pieces[at] = single(`s${key}`, code);
  };
  const alone = (element: XmlElement) =>
    single(`s${document.value(element, "x") ?? `#${singles.size}`}`, codeOf(element));
  const stack: XmlNode[] = [...seg.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type !== "element") {
      if (node.type === "text" || node.type === "cdata") pieces.push({ type: "text", text: document.text(node) });
    } else if (node.name === "bpt") {
      const i = document.value(node, "i") ?? "";
      const key = `p${document.value(node, "x") ?? `#${i}`}`;
      const unclosed = open.get(i);
      if (unclosed) isolate(unclosed);
      const code = codeOf(node);
      open.set(i, { key, at: pieces.length, code });
      pieces.push({ type: "open", key, ...code });
    } else if (node.name === "ept") {
      const i = document.value(node, "i") ?? "";
      const opened = open.get(i);
      open.delete(i);
      if (opened) pieces.push({ type: "close", key: opened.key, ...codeOf(node) });
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
