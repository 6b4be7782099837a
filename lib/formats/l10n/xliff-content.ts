import { elementsOf, escapeXmlText, type XmlDocument, type XmlElement, type XmlNode } from "@/lib/formats/xml";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import type { Forms } from "@/lib/text/plurals/plural-forms";
import { type IcuOptions, icuMessage } from "./icu";
import { type InlineString, inlineString, literalString, type Piece, spellPart } from "./inline-string";
import { isForms, type Message } from "./message";
import { adoptForms } from "./plural-part";
import { isProse } from "./prose";

/** `preserve`: line breaks and indentation are significant. `plurals`: see {@link IcuOptions}. */
export type ContentOptions = IcuOptions & { readonly preserve: boolean; readonly all?: boolean };

/**
 * The translatable content of a `source` or `target`: its text, or the branches of its ICU message, as in Angular.
 * Composes to XML. Null without words.
 */
export function xliffMessage(document: XmlDocument, parent: XmlElement, options: ContentOptions): Message | null {
  const { preserve, all = false } = options;
  if (hasIcuChoice(document.text(parent))) return choiceMessage(xliffPieces(document, parent, preserve), options);
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

/** A private-use character that stands for a text within a code: a `sub` of XLIFF 1.2, such as the title of a link. */
const FLOW_MARK = "\uf8f0";
const FLOW = /\uf8f0(\d{1,6})\uf8f0/g;

/** The translation of each text of the source's message, from a `target`, with the codes of the source. */
export function alignedTexts(
  message: Message,
  document: XmlDocument,
  source: XmlElement,
  target: XmlElement,
  options: ContentOptions,
): (AlignedText | undefined)[] {
  const { preserve } = options;
  const [only] = message.parts;
  if (only && message.parts.length === 1 && only.label === "")
    return [{ text: only.inline.align(xliffPieces(document, target, preserve, []), "drop") }];
  if (message.parts.some(({ plural }) => plural)) {
    const standIns = standInsOf(xliffPieces(document, source, preserve));
    return alignedBranches(message, choiceMessage(xliffPieces(document, target, preserve), options, standIns?.codes));
  }
  // In branches, codes are only identified by their order.
  const codesOf = (parent: XmlElement) =>
    xliffPieces(document, parent, preserve, []).map((piece) =>
      piece.type === "text" ? "" : ((piece.type === "close" ? undefined : piece.identity) ?? piece.raw),
    );
  if (codesOf(source).join("") !== codesOf(target).join("")) return [];
  return alignedBranches(message, xliffMessage(document, target, options));
}

/** The text of a part in a translation; for a plural, all forms. */
export type AlignedText = { readonly text: string; readonly forms?: Forms };

function alignedBranches(message: Message, translation: Message | null): (AlignedText | undefined)[] {
  const branches = new Map(translation?.parts.map((part) => [part.label, part]));
  return message.parts.map(({ inline, label, plural }) => {
    const branch = branches.get(label);
    if (!branch) return undefined;
    if (!plural) return { text: inline.align(branch.inline.pieces, "drop") };
    const forms = branch.plural && adoptForms(plural, branch.plural.pieces);
    const main = forms && (forms[plural.main] ?? Object.values(forms).at(-1));
    return main === undefined ? undefined : { text: main, forms };
  });
}

/** The first of the private-use characters that stand for codes while a message is parsed. */
const FIRST = 0xe000;

type Code = Exclude<Piece, { type: "text" }>;
/** The text of pieces with one character per code; equal codes have the same character. */
type StandIns = { readonly source: string; readonly codes: readonly Code[] };

/** `known`: codes that keep their characters. Null for too many codes or a text that contains such characters. */
function standInsOf(pieces: readonly Piece[], known: readonly Code[] = []): StandIns | null {
  const codes = [...known];
  const places = new Map(codes.map((code, index) => [JSON.stringify(code), index]));
  let source = "";
  for (const piece of pieces) {
    if (piece.type === "text") {
      if (/[\ue000-\uf8ff]/.test(piece.text)) return null;
      source += piece.text;
      continue;
    }
    const like = JSON.stringify(piece);
    const place = places.get(like) ?? codes.push(piece) - 1;
    places.set(like, place);
    source += String.fromCharCode(FIRST + place);
  }
  return codes.length > 1_000 ? null : { source, codes };
}

function choiceMessage(pieces: readonly Piece[], { plurals }: IcuOptions, known?: readonly Code[]): Message | null {
  const read = standInsOf(pieces, known);
  if (!read) return null;
  const { source, codes } = read;
  const last = String.fromCharCode(FIRST + codes.length - 1);
  const standIns = codes.length > 0 ? new RegExp(`[\ue000-${last}]`, "g") : /(?!)/g;
  const message = icuMessage(source, "icu", plurals ? { plurals } : {}, (text) => {
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
 * The content of a `source` or `target` as pieces. Codes keep their raw form, except for texts within them, which are
 * added to `flows`. All pairs are of kind `pair`, because an id must not occur twice in XLIFF.
 */
export function xliffPieces(
  document: XmlDocument,
  parent: XmlElement,
  preserve: boolean,
  flows?: XmlElement[],
): Piece[] {
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
        ...identityOf(document, node),
      });
      stack.push({ close: node }, ...[...node.children].reverse());
    } else {
      pieces.push(codePiece(document, node, flows ? rawWithoutFlows(document, node, flows) : document.raw(node)));
    }
  }
  return pieces;
}

/** Elements that contain translatable text, as opposed to markup of another program. */
function isTransparent(document: XmlDocument, element: XmlElement): boolean {
  if (element.openEnd === element.closeStart) return false;
  if (["g", "pc", "hi"].includes(element.name)) return true;
  const isProtected = document.value(element, "translate") === "no" || document.value(element, "mtype") === "protected";
  return element.name === "mrk" && !isProtected;
}

/** XLIFF 1.2 and TMX `bpt`/`ept`, `bx`/`ex`, XLIFF 2 `sc`/`ec`, `sm`/`em`: halves of a pair, at any position. */
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

/** The raw markup of a code, with a marker for each text in it. */
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
    // Both halves have the same name after its first letter: bpt and ept, sc and ec.
    const name = `${element.name.slice(1)} ${value("rid") ?? value("startRef") ?? value("id") ?? value("i") ?? ""}`;
    return half === "open"
      ? { type: "open", raw, kind: "pair", name, ...identityOf(document, element) }
      : { type: "close", raw, name };
  }
  if (value("ctype") === "lb") return { type: "code", raw, kind: "single", equiv: "\n" };
  if (element.name === "mrk") return { type: "code", raw, kind: "placeholder", equiv: document.text(element) };
  const equiv = value("equiv-text") ?? value("equiv");
  const meaning = equiv === undefined ? {} : { equiv };
  return { type: "code", raw, kind: "placeholder", ...meaning, ...identityOf(document, element) };
}

/**
 * A code has the same id in source and target, but not always the same spelling: `&apos;` is also `'`. In TMX the id is
 * `x`, or `i` for a pair.
 */
function identityOf(document: XmlDocument, element: XmlElement): { readonly identity?: string } {
  const id = ["id", "x", "i"].map((name) => document.value(element, name)).find((value) => value !== undefined);
  return id === undefined ? {} : { identity: `${element.name} ${id}` };
}
