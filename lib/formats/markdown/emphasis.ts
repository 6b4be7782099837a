import type { PhrasingContent, Text } from "mdast";

/** A run of `*` or `_` that may begin or end emphasis. Positions are offsets. */
export type Delimiter = {
  readonly type: "delimiter";
  readonly marker: string;
  start: number;
  end: number;
  readonly opens: boolean;
  readonly closes: boolean;
};

export type Inline = PhrasingContent | Delimiter;

/**
 * The nodes of a text from `from` on, with its delimiters paired to emphasis (CommonMark 0.31, 6.2, with the remaining
 * lengths of runs as micromark counts them). Linear.
 */
export function nestEmphasis(items: readonly Inline[], from: number): PhrasingContent[] {
  const nodes: Inline[] = [];
  /** Indices of opening delimiters. */
  const openers: number[] = [];
  /** By kind of closing delimiter: number of openers that it cannot close. */
  const bottoms = new Map<string, number>();
  for (let i = from; i < items.length; i++) {
    const item = items[i]!;
    if (item.type !== "delimiter") {
      nodes.push(item);
      continue;
    }
    while (item.closes && item.end > item.start) {
      const length = item.end - item.start;
      const kind = `${item.marker}${item.opens}${length % 3}`;
      let at = openers.length - 1;
      const bottom = bottoms.get(kind) ?? 0;
      while (at >= bottom && !closes(item, nodes[openers[at]!] as Delimiter)) at--;
      if (at < bottom) {
        bottoms.set(kind, openers.length);
        break;
      }
      const index = openers[at]!;
      const opener = nodes[index] as Delimiter;
      const use = length > 1 && opener.end - opener.start > 1 ? 2 : 1;
      opener.end -= use;
      item.start += use;
      const children = merged(nodes, index + 1);
      const isEmptied = opener.end === opener.start;
      nodes.length = isEmptied ? index : index + 1;
      openers.length = isEmptied ? at : at + 1;
      for (const [one, count] of bottoms) if (count > at) bottoms.set(one, at);
      const position = positionOf(opener.end, item.start);
      nodes.push({ type: use === 2 ? "strong" : "emphasis", children, position });
    }
    if (item.end === item.start) continue;
    if (item.opens) openers.push(nodes.length);
    nodes.push(item);
  }
  return merged(nodes, 0);
}

function closes(closer: Delimiter, opener: Delimiter): boolean {
  if (opener.marker !== closer.marker) return false;
  const [opening, closing] = [opener.end - opener.start, closer.end - closer.start];
  return !((opener.closes || closer.opens) && closing % 3 !== 0 && (opening + closing) % 3 === 0);
}

/** The nodes from `from` on. Unpaired delimiters become text, and adjacent texts are merged. */
function merged(items: readonly Inline[], from: number): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  for (let i = from; i < items.length; i++) {
    const item = items[i]!;
    const last = nodes.at(-1);
    if (item.type !== "delimiter" && item.type !== "text") nodes.push(item);
    else {
      const node: Text =
        item.type === "text"
          ? item
          : {
              type: "text",
              value: item.marker.repeat(item.end - item.start),
              position: positionOf(item.start, item.end),
            };
      if (last?.type === "text") {
        last.value += node.value;
        last.position!.end = node.position!.end;
      } else nodes.push(node);
    }
  }
  return nodes;
}

/** The text of an image's description. */
export function textOf(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map((node) => {
      if ("value" in node) return node.value;
      if ("children" in node) return textOf(node.children);
      return "alt" in node ? (node.alt ?? "") : "";
    })
    .join("");
}

/** Lines and columns are not used, so they are not computed. */
export function positionOf(start: number, end: number) {
  return { start: { line: 1, column: 1, offset: start }, end: { line: 1, column: 1, offset: end } };
}
