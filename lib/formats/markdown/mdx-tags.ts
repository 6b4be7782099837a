import type { Parent, RootContent } from "mdast";
import type { Extension } from "mdast-util-from-markdown";
import type { MdxJsxAttribute, MdxJsxFlowElement } from "mdast-util-mdx";
import { positionOf } from "./emphasis";

/** Nodes that are unpaired tags. */
const unpaired = new WeakMap<object, "open" | "close">();

/** Makes the parser leave opening and closing tags between blocks unpaired, because they may be in different parts. */
export const unpairedTags: Extension = {
  enter: { mdxJsxFlowTagClosingMarker() {} },
  exit: {
    mdxJsxFlowTag(token) {
      this.resume();
      const { name, attributes, close, selfClosing } = this.data.mdxJsxTag!;
      const node = flowTag(name || null, attributes, close ? "close" : selfClosing ? undefined : "open");
      this.enter(node, token);
      this.exit(token);
    },
  },
};

/** A tag between blocks; `kind` is undefined for a self-closing one. */
export function flowTag(
  name: string | null,
  attributes: MdxJsxFlowElement["attributes"],
  kind: "open" | "close" | undefined,
): MdxJsxFlowElement {
  const node: MdxJsxFlowElement = { type: "mdxJsxFlowElement", name, attributes, children: [] };
  if (kind) unpaired.set(node, kind);
  return node;
}

const CONTAINERS: ReadonlySet<string> = new Set(["blockquote", "list", "listItem", "footnoteDefinition"]);

/** The blocks, with the content of elements inside them; undefined if tags do not match. */
export function pairTags(nodes: readonly RootContent[]): RootContent[] | undefined {
  const top: RootContent[] = [];
  const open: MdxJsxFlowElement[] = [];
  for (const node of nodes) {
    const kind = unpaired.get(node);
    const last = open.at(-1);
    if (kind === "close") {
      const { name, position } = node as MdxJsxFlowElement;
      if (!last || last.name !== name) return;
      last.position!.end = position!.end;
      open.pop();
      continue;
    }
    if (CONTAINERS.has(node.type)) {
      const children = pairTags((node as Parent).children);
      if (!children) return;
      (node as Parent).children = children;
    }
    (last ? (last.children as RootContent[]) : top).push(node);
    if (kind === "open") open.push(node as MdxJsxFlowElement);
  }
  return open.length === 0 ? top : undefined;
}

const NAME = "[a-zA-Z][a-zA-Z\\d]*";
const ATTRIBUTE = `[a-zA-Z][a-zA-Z\\d]*(?:-[a-zA-Z\\d]+)*`;

/** A line with one tag whose attributes are strings without entities: closed name, opened name, attributes, slash. */
export const FLOW_TAG = new RegExp(
  `<(?:/(${NAME})|(${NAME})((?: +${ATTRIBUTE}(?:=(?:"[^"&\\r\\n{]*"|'[^'&\\r\\n{]*'))?)*) *(/?))>(?=[\\r\\n]|$)`,
  "y",
);

/** The attributes of a {@link FLOW_TAG}, which are between `start` and `end`. */
export function attributesOf(source: string, start: number, end: number): MdxJsxAttribute[] {
  const found = source.slice(start, end).matchAll(/([a-zA-Z][a-zA-Z\d-]*)(?:=("[^"]*"|'[^']*'))?/g);
  return [...found].map(({ 0: whole, 1: name, 2: value, index }) => ({
    type: "mdxJsxAttribute",
    name: name!,
    value: value === undefined ? null : value.slice(1, -1),
    position: positionOf(start + index, start + index + whole.length),
  }));
}
