import type { Piece } from "@/lib/formats/l10n/inline-string";
import type { XmlDocument, XmlElement, XmlNode } from "@/lib/formats/xml";

/**
 * The content of a `source` or `target` as pieces. Codes keep their raw form, so that they stand in the target as in the
 * source. All pairs are of kind `pair`: an id may not stand twice in XLIFF. `preserve`: line breaks and indentation count.
 */
export function xliffPieces(document: XmlDocument, parent: XmlElement, preserve: boolean): Piece[] {
  const pieces: Piece[] = [];
  const stack: (XmlNode | { readonly close: XmlElement })[] = [...parent.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ("close" in node) {
      const { close } = node;
      pieces.push({ type: "close", raw: document.source.slice(close.closeStart, close.end), name: close.name });
    } else if (node.type === "text" || node.type === "cdata") {
      const text = document.text(node);
      pieces.push({ type: "text", text: preserve ? text : text.replace(/[ \t]*\n\s*/g, " ") });
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
      pieces.push(codePiece(document, node));
    }
  }
  return pieces;
}

/** Elements around text that is to be translated, as opposed to those that hold native code. */
function isTransparent(document: XmlDocument, element: XmlElement): boolean {
  if (element.openEnd === element.closeStart) return false;
  if (element.name === "g" || element.name === "pc") return true;
  const isProtected = document.value(element, "translate") === "no" || document.value(element, "mtype") === "protected";
  return element.name === "mrk" && !isProtected;
}

/** XLIFF 1.2 `bpt`/`ept`, `bx`/`ex`, and 2 `sc`/`ec`, `sm`/`em`: the halves of a pair, wherever they stand. */
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

function codePiece(document: XmlDocument, element: XmlElement): Piece {
  const raw = document.raw(element);
  const value = (name: string) => document.value(element, name);
  const half = HALVES[element.name];
  if (half && value("isolated") !== "yes") {
    const family = { b: "b", e: "b", s: "s" }[element.name[0]!] ?? "";
    const name = `${family} ${value("rid") ?? value("startRef") ?? value("id") ?? ""}`;
    return half === "open" ? { type: "open", raw, kind: "pair", name } : { type: "close", raw, name };
  }
  if (value("ctype") === "lb") return { type: "code", raw, kind: "single", equiv: "\n" };
  if (element.name === "mrk") return { type: "code", raw, kind: "placeholder", equiv: document.text(element) };
  const equiv = value("equiv-text") ?? value("equiv");
  return { type: "code", raw, kind: "placeholder", ...(equiv === undefined ? {} : { equiv }) };
}
