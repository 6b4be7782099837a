import type { Nodes } from "mdast";
import { rangeSlot, type Slot } from "@/lib/formats/text-document";
import { plainSegment, plainText } from "@/lib/text/segment";

/** Attributes of components that people read. */
const JSX_ATTRIBUTES = new Set(
  "alt title label placeholder description summary caption aria-label tooltip heading subtitle".split(" "),
);

/** Components of Starlight, Docusaurus, Nextra, Mintlify, Fumadocs and others whose titles and labels people read. */
const KNOWN_COMPONENTS =
  /^(?:Accordion|AccordionItem|Admonition|Alert|Aside|Badge|Callout|Card|Caution|Check|Collapse|Collapsible|Danger|Details|Expandable|Feature|Figure|FileCard|Frame|Hero|Image|Img|Important|Info|LinkButton|LinkCard|Note|Panel|ReferenceCard|Step|Success|Tab|TabItem|Tip|Tooltip|Update|Warning)$/;

const KNOWN_ATTRIBUTES = new Set(["title", "label", "description", "caption", "summary", "subtitle", "alt"]);

/** Attributes that a specific component displays: `<Badge text="New">`. */
const KNOWN_TEXTS = new Set(["Badge.text", "Tooltip.tip", "Hero.tagline", "Step.title"]);

function isKnown(component: string, attribute: string): boolean {
  if (KNOWN_TEXTS.has(`${component}.${attribute}`)) return true;
  return KNOWN_COMPONENTS.test(component) && KNOWN_ATTRIBUTES.has(attribute);
}

/** Names of attributes with prose that {@link jsxSlots} does not translate: `Hero.tagline`. */
export function jsxLeft(node: Nodes, isAll: boolean): string[] {
  if (!("attributes" in node) || !node.name) return [];
  const { name } = node;
  return node.attributes.flatMap((attribute) => {
    if (attribute.type !== "mdxJsxAttribute" || typeof attribute.value !== "string") return [];
    const isRead = isAll || isKnown(name, attribute.name);
    const isProse = JSX_ATTRIBUTES.has(attribute.name) && /\p{L}/u.test(attribute.value);
    return isProse && !isRead ? [`${name}.${attribute.name}`] : [];
  });
}

/** The texts in the attributes of an MDX component: of known attributes, or of all if `isAll`. */
export function jsxSlots(node: Nodes, source: string, isAll: boolean): Slot[] {
  if (!("attributes" in node) || !node.name) return [];
  const { name } = node;
  return node.attributes.flatMap((attribute) => {
    if (attribute.type !== "mdxJsxAttribute" || typeof attribute.value !== "string") return [];
    const isRead = isKnown(name, attribute.name) || (isAll && JSX_ATTRIBUTES.has(attribute.name));
    if (!isRead || !/\p{L}/u.test(attribute.value)) return [];
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
