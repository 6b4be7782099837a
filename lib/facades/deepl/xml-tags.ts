/** Marks an element written as `<x/>`. */
const EMPTY = ' data-dragoman-empty=""';
/** HTML's attribute for untranslated content. */
const IGNORED = ' translate="no"';

const TAG = /<([A-Za-z_][\w.:-]*)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;

/**
 * Converts XML for the HTML format, which has no `<x/>` and keeps `translate="no"` content. Everything else keeps its
 * bytes; {@link fromHtml} removes the marks.
 */
export function toHtml(xml: string, ignoredTags: readonly string[]): string {
  return xml.replace(TAG, (_tag, name: string, attributes: string, slash: string) => {
    const ignored = ignoredTags.includes(name) ? IGNORED : "";
    return slash ? `<${name}${attributes}${ignored}${EMPTY}></${name}>` : `<${name}${attributes}${ignored}>`;
  });
}

export function fromHtml(html: string): string {
  return html
    .replace(/<([A-Za-z_][\w.:-]*)([^<>]*) data-dragoman-empty=""><\/\1>/g, "<$1$2/>")
    .replace(/(<[A-Za-z_][^<>]*?) translate="no"(?=[^<>]*>)/g, "$1");
}
