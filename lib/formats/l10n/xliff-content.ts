import { elementsOf, escapeXmlText, type XmlDocument, type XmlElement, type XmlNode } from "@/lib/formats/xml";
import { hasIcuChoice, icuMessage } from "./icu";
import { type InlineString, inlineString, literalString, type Piece, spellPart } from "./inline-string";
import { isForms, type Message } from "./message";
import { isProse } from "./prose";

/**
 * The translatable content of a `source` or `target`: its text, or the branches of its ICU message, as in Angular.
 * Composes to XML. Null without words. `preserve`: line breaks and indentation are significant.
 */
export function xliffMessage(
  document: XmlDocument,
  parent: XmlElement,
  preserve: boolean,
  all = false,
): Message | null {
  if (hasIcuChoice(document.text(parent))) return choiceMessage(xliffPieces(document, parent, preserve));
  const flows: XmlElement[] = [];
  const pieces = xliffPieces(document, parent, preserve, flows);
  const isLiteral = all && flows.length === 0 && pieces.length > 0 && !pieces.some(({ type }) => type !== "text");
  const words = inlineString(pieces);
  const inline = words ?? (isLiteral ? literalString(pieces) : null);
  const inFlows = flows.map((flow) =>
    isProse(document.text(flow)) ? inlineString(xliffPieces(document, flow, preserve)) : null,
  );
  const parts = [inline, ...inFlows].flatMap((part, index) =>
    part ? [{ inline: part, label: index === 0 ? "" : `sub ${index}` }] : [],
  );
  if (parts.length === 0) return null;
  return {
    parts,
    hasNumber: true,
    ...(words || inFlows.length > 0 ? {} : { nonLinguistic: true }),
    compose(texts) {
      const restore = (part: InlineString) => {
        const text = texts[parts.findIndex((one) => one.inline === part)] ?? null;
        return spellPart(part, text === null || isForms(text) ? part.segment.text : text, escapeXmlText);
      };
      const text = inline ? restore(inline) : pieces.map((piece) => spelled(piece)).join("");
      return text.replace(FLOW, (_, index: string) => {
        const part = inFlows[Number(index)];
        const { openEnd, closeStart } = flows[Number(index)]!;
        return part ? restore(part) : document.source.slice(openEnd, closeStart);
      });
    },
  };
}

function spelled(piece: Piece): string {
  return piece.type === "text" ? escapeXmlText(piece.text) : piece.raw;
}

/**
 * Represents, in a code, a text within it: a `sub` of XLIFF 1.2, such as the title of a link. A private-use character.
 */
const FLOW_MARK = "\uf8f0";
const FLOW = /\uf8f0(\d{1,6})\uf8f0/g;

/** The translation of each text of the source's message from a `target`, with the codes of the source. */
export function alignedTexts(
  message: Message,
  document: XmlDocument,
  source: XmlElement,
  target: XmlElement,
  preserve: boolean,
): (string | undefined)[] {
  const [only] = message.parts;
  if (only && message.parts.length === 1 && only.label === "") {
    return [only.inline.align(xliffPieces(document, target, preserve, []), "drop")];
  }
  // In branches, codes are identified only by their order.
  const codesOf = (parent: XmlElement) =>
    xliffPieces(document, parent, preserve, []).map((piece) => (piece.type === "text" ? "" : piece.raw));
  if (codesOf(source).join("") !== codesOf(target).join("")) return [];
  const branches = new Map(xliffMessage(document, target, preserve)?.parts.map((part) => [part.label, part.inline]));
  return message.parts.map(({ inline, label }) => {
    const branch = branches.get(label);
    return branch && inline.align(branch.pieces, "drop");
  });
}

/** First of the private-use characters that represent codes while a message is parsed. */
const FIRST = 0xe000;

function choiceMessage(pieces: readonly Piece[]): Message | null {
  const codes: Exclude<Piece, { type: "text" }>[] = [];
  let source = "";
  for (const piece of pieces) {
    if (piece.type === "text") source += piece.text;
    else source += String.fromCharCode(FIRST + codes.push(piece) - 1);
  }
  const last = String.fromCharCode(FIRST + codes.length - 1);
  if (codes.length > 1_000 || pieces.some((piece) => piece.type === "text" && /[\ue000-\uf8ff]/.test(piece.text))) {
    return null;
  }
  const standIns = codes.length > 0 ? new RegExp(`[\ue000-${last}]`, "g") : /(?!)/g;
  const message = icuMessage(source, "icu", {}, (text) => {
    const found: Piece[] = [];
    let from = 0;
    for (const { 0: char, index } of text.matchAll(standIns)) {
      found.push({ type: "text", text: text.slice(from, index) }, { ...codes[char.charCodeAt(0) - FIRST]!, raw: char });
      from = index + 1;
    }
    return [...found, { type: "text", text: text.slice(from) }];
  });
  return (
    message && {
      ...message,
      compose: (texts, target) =>
        escapeXmlText(message.compose(texts, target)).replace(
          standIns,
          (char) => codes[char.charCodeAt(0) - FIRST]!.raw,
        ),
    }
  );
}

/**
 * The content of a `source` or `target` as pieces. Codes keep their raw form, except for texts within them, which go to
 * `flows`. All pairs are of kind `pair`: an id may not occur twice in XLIFF.
 */
function xliffPieces(document: XmlDocument, parent: XmlElement, preserve: boolean, flows?: XmlElement[]): Piece[] {
  const pieces: Piece[] = [];
  const stack: (XmlNode | { readonly close: XmlElement })[] = [...parent.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ("close" in node) {
      const { close } = node;
      pieces.push({ type: "close", raw: document.source.slice(close.closeStart, close.end), name: close.name });
    } else if (node.type === "text" || node.type === "cdata") {
      const text = document.text(node);
      pieces.push({
        type: "text",
        text: preserve ? text : text.replace(/\s+/g, (space) => (space.includes("\n") ? " " : space)),
      });
    } else if (node.type !== "element") {
      pieces.push({ type: "code", raw: document.raw(node), kind: "single" });
    } else if (isTransparent(document, node)) {
      pieces.push({
        type: "open",
        raw: document.source.slice(node.start, node.openEnd),
        kind: "pair",
        name: node.name,
      });
      stack.push({ close: node }, ...[...node.children].reverse());
    } else {
      pieces.push(codePiece(document, node, flows ? rawWithoutFlows(document, node, flows) : document.raw(node)));
    }
  }
  return pieces;
}

/** Elements around translatable text, as opposed to those around native code. */
function isTransparent(document: XmlDocument, element: XmlElement): boolean {
  if (element.openEnd === element.closeStart) return false;
  if (element.name === "g" || element.name === "pc") return true;
  const isProtected = document.value(element, "translate") === "no" || document.value(element, "mtype") === "protected";
  return element.name === "mrk" && !isProtected;
}

/** XLIFF 1.2 `bpt`/`ept`, `bx`/`ex`, and 2 `sc`/`ec`, `sm`/`em`: the halves of a pair, at any position. */
const HALVES: Readonly<Record<string, "open" | "close">> = {
  bpt: "open",
  bx: "open",
  sc: "open",
  sm: "open",
  ept: "close",
  ex: "close",
  ec: "close",
  em: "close",
};

/** The raw markup of a code with a mark for each text in it. */
function rawWithoutFlows(document: XmlDocument, element: XmlElement, flows: XmlElement[]): string {
  let raw = "";
  let from = element.start;
  for (const flow of elementsOf(element, "sub")) {
    raw += document.source.slice(from, flow.openEnd) + FLOW_MARK + (flows.push(flow) - 1) + FLOW_MARK;
    from = flow.closeStart;
  }
  return raw + document.source.slice(from, element.end);
}

function codePiece(document: XmlDocument, element: XmlElement, raw: string): Piece {
  const value = (name: string) => document.value(element, name);
  const half = HALVES[element.name];
  if (half && value("isolated") !== "yes") {
    // After the first letter the names of both halves are equal: bpt and ept, sc and ec.
    const name = `${element.name.slice(1)} ${value("rid") ?? value("startRef") ?? value("id") ?? ""}`;
    return half === "open" ? { type: "open", raw, kind: "pair", name } : { type: "close", raw, name };
  }
  if (value("ctype") === "lb") return { type: "code", raw, kind: "single", equiv: "\n" };
  if (element.name === "mrk") return { type: "code", raw, kind: "placeholder", equiv: document.text(element) };
  const equiv = value("equiv-text") ?? value("equiv");
  return { type: "code", raw, kind: "placeholder", ...(equiv === undefined ? {} : { equiv }) };
}
