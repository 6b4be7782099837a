import type { Nodes } from "mdast";
import { rangeSlot, type Slot } from "@/lib/formats/text-document";
import { plainSegment, plainText } from "@/lib/text/segment";

/** Attributes of components that people read. */
const JSX_ATTRIBUTES = new Set([
  "alt",
  "title",
  "label",
  "placeholder",
  "description",
  "summary",
  "caption",
  "aria-label",
  "tooltip",
  "heading",
  "subtitle",
]);

/** The texts in the attributes of a component of MDX. */
export function jsxSlots(node: Nodes, source: string): Slot[] {
  if (!("attributes" in node)) return [];
  return node.attributes.flatMap((attribute) => {
    if (attribute.type !== "mdxJsxAttribute" || typeof attribute.value !== "string") return [];
    if (!JSX_ATTRIBUTES.has(attribute.name) || !/\p{L}/u.test(attribute.value)) return [];
    const { start, end } = attribute.position ?? {};
    const quote = source[(end?.offset ?? 0) - 1];
    if (start?.offset === undefined || end?.offset === undefined || (quote !== '"' && quote !== "'")) return [];
    const from = source.indexOf(quote, start.offset) + 1;
    const encode = (encoded: string) =>
      plainText(encoded)
        .replaceAll("&", "&amp;")
        .replaceAll(quote, quote === '"' ? "&quot;" : "&#39;");
    return [rangeSlot(plainSegment(attribute.value.trim().replace(/\s+/g, " ")), from, end.offset - 1, encode)];
  });
}
