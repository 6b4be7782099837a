import type { XmlDocument, XmlElement } from "@/lib/formats/xml";

/** The encoding in an XML declaration. */
export function declaredXmlEncoding(head: string): string | undefined {
  return DECLARATION.exec(head)?.[2];
}

/** Changes the encoding of an XML declaration to UTF-8. */
export function redeclareXml(text: string): string {
  return text.replace(DECLARATION, (_, before: string) => `${before}UTF-8`);
}

const DECLARATION = /^(\s{0,9}<\?xml[^>]{0,100}?encoding\s{0,9}=\s{0,9}["'])([\w.:-]{1,40})/;

/** The comment directly before an element, for translators. */
export function commentBefore(document: XmlDocument, element: XmlElement): string | undefined {
  const siblings = element.parent?.children ?? [];
  let at = indexIn(siblings, element) - 1;
  while (siblings[at]?.type === "text" && document.raw(siblings[at]!).trim() === "") at--;
  const comment = siblings[at];
  return comment?.type === "comment" ? document.raw(comment).slice(4, -3).trim() || undefined : undefined;
}

/** The white space before an element, to be written before an inserted one. */
export function leadOf({ source }: XmlDocument, element: XmlElement): string {
  let from = element.start;
  while (from > 0 && /\s/.test(source[from - 1]!)) from--;
  return source.slice(from, element.start);
}

/** Binary search, because children are in the order of their offsets. */
function indexIn(siblings: readonly { readonly start: number }[], element: XmlElement): number {
  let low = 0;
  let high = siblings.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (siblings[middle]!.start < element.start) low = middle + 1;
    else high = middle;
  }
  return low;
}
