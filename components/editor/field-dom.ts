import { type InlineCode, serialize, type Token, tokenize } from "@/lib/text/segment";
import { withUnseen } from "./characters";

/**
 * Converts an encoded text to nodes of an editable element and back. Codes are non-editable elements, so that the
 * browser deletes, selects and copies them as a whole. Everything else is text.
 */

/** Holds the caret where a text begins or ends with a code. It is never part of the text. */
const HOLDER = "\ufeff";

/** Label of a chip: the number of a code, or the text of a placeholder. */
export function chipLabel(token: Exclude<Token, { type: "text" }>, codes: readonly InlineCode[]): string {
  const code = codes.find(({ id }) => id === token.id);
  if (token.type === "single") return code?.equiv?.trim() || (code?.equiv?.includes("\n") ? "↵" : String(token.id));
  return token.type === "open" ? `${token.id}›` : `‹${token.id}`;
}

/** Fills an element with an encoded text. */
export function fillWithText(element: HTMLElement, encoded: string, codes: readonly InlineCode[]): void {
  const nodes: Node[] = [];
  const tokens = tokenize(encoded);
  for (const [i, token] of tokens.entries()) {
    if (token.type === "text") nodes.push(document.createTextNode(token.text));
    else {
      if (i === 0 || tokens[i - 1]?.type !== "text") nodes.push(document.createTextNode(HOLDER));
      nodes.push(chip(token, codes));
      if (i === tokens.length - 1) nodes.push(document.createTextNode(HOLDER));
    }
  }
  element.replaceChildren(...nodes);
}

/** Marks characters that are easily overlooked, if the browser can do so without changing the nodes. */
export function markUnseen(element: HTMLElement): void {
  if (!("highlights" in CSS)) return;
  const nodes = [...element.childNodes].filter(({ nodeValue }) => nodeValue !== HOLDER);
  const ranges = nodes.flatMap((node, i) => {
    if (node.nodeType !== Node.TEXT_NODE) return [];
    let at = 0;
    return withUnseen(node.nodeValue ?? "", { start: i === 0, end: i === nodes.length - 1 }).flatMap((piece) => {
      const start = at;
      at += piece.text.length;
      return piece.isUnseen
        ? [new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: at })]
        : [];
    });
  });
  CSS.highlights.set("unseen", new Highlight(...ranges));
}

/** Creates the element of a code. */
function chip(token: Exclude<Token, { type: "text" }>, codes: readonly InlineCode[]): HTMLElement {
  const element = document.createElement("span");
  element.contentEditable = "false";
  element.dataset.code = token.type;
  element.dataset.id = String(token.id);
  element.className = CHIP_CLASS;
  element.dir = "ltr";
  element.textContent = chipLabel(token, codes);
  return element;
}

export const CHIP_CLASS =
  "mx-px inline-block rounded-sm bg-accent-soft px-1 align-baseline font-mono text-xs leading-5 text-accent-ink select-none whitespace-nowrap";

/** Reads the encoded text of an element. */
export function readText(element: HTMLElement): string {
  return serialize(tokensOf(element));
}

function tokensOf(node: Node): Token[] {
  return [...node.childNodes].flatMap((child): Token[] => {
    if (child.nodeType === Node.TEXT_NODE) {
      const text = (child.nodeValue ?? "").replaceAll(HOLDER, "");
      return text === "" ? [] : [{ type: "text", text }];
    }
    if (!(child instanceof HTMLElement)) return [];
    const { code, id } = child.dataset;
    if (code === "open" || code === "close" || code === "single") return [{ type: code, id: Number(id) }];
    // Browsers add a line break element after a final line break.
    if (child.tagName === "BR") return child.nextSibling ? [{ type: "text", text: "\n" }] : [];
    return tokensOf(child);
  });
}

/** Moves the caret to the end. */
export function caretToEnd(element: HTMLElement): void {
  element.focus();
  const selection = getSelection();
  selection?.selectAllChildren(element);
  selection?.collapseToEnd();
}

/** Inserts an encoded text at the caret, replacing the selection. */
export function insertAtCaret(element: HTMLElement, encoded: string, codes: readonly InlineCode[]): void {
  const selection = getSelection();
  if (!selection?.rangeCount || !element.contains(selection.anchorNode)) caretToEnd(element);
  const range = getSelection()?.getRangeAt(0);
  if (!range) return;
  range.deleteContents();
  const holder = document.createElement("div");
  fillWithText(holder, encoded, codes);
  const fragment = document.createDocumentFragment();
  fragment.append(...holder.childNodes);
  range.insertNode(fragment);
  range.collapse(false);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
}

/** The encoded text of the selection inside an element; null without one. */
export function selected(element: HTMLElement): string | null {
  const selection = getSelection();
  if (!selection?.rangeCount || selection.isCollapsed || !element.contains(selection.anchorNode)) return null;
  const holder = document.createElement("div");
  holder.append(selection.getRangeAt(0).cloneContents());
  return readText(holder);
}

/** The code directly before or after a caret, ignoring caret holders. Null if text is between them. */
export function chipNextTo(element: HTMLElement, side: "before" | "after"): HTMLElement | null {
  const selection = getSelection();
  if (!selection?.isCollapsed || !element.contains(selection.anchorNode)) return null;
  const { anchorNode, anchorOffset } = selection;
  const isBefore = side === "before";
  let next: Node | null;
  if (anchorNode?.nodeType === Node.TEXT_NODE) {
    const text = anchorNode.nodeValue ?? "";
    const between = isBefore ? text.slice(0, anchorOffset) : text.slice(anchorOffset);
    if (between.replaceAll(HOLDER, "") !== "") return null;
    next = isBefore ? anchorNode.previousSibling : anchorNode.nextSibling;
  } else next = anchorNode?.childNodes[isBefore ? anchorOffset - 1 : anchorOffset] ?? null;
  while (next?.nodeType === Node.TEXT_NODE && (next.nodeValue ?? "").replaceAll(HOLDER, "") === "")
    next = isBefore ? next.previousSibling : next.nextSibling;
  return next instanceof HTMLElement && next.dataset.code ? next : null;
}
