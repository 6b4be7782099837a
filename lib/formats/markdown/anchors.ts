import type { Span } from "@/lib/formats/splice";
import { plainText, type Segment } from "@/lib/text/segment";

/** A heading before and after translation. */
export type Heading = { readonly before: string; readonly after: string };

/**
 * Anchors of headings (`#making-tea`) follow from their text, so links within a document change with it. Maps old to
 * new anchors by GitHub's rule, which most site generators share.
 */
export function changedAnchors(headings: readonly Heading[]): Map<string, string> {
  const before = slugger();
  const after = slugger();
  return new Map(headings.map((heading): [string, string] => [before(heading.before), after(heading.after)]));
}

/** The text of a heading that its anchor is derived from: with code, without markup. */
export function headingText(segment: Segment, text = segment.text): string {
  return plainText(text, segment.codes);
}

/** Range of the anchor, after the `#`, in a link or definition whose address is only an anchor. */
export function anchorSpan(source: string, url: string, { start, end }: Span): Span | undefined {
  if (!url.startsWith("#")) return;
  const raw = source.slice(start, end);
  const mark = /(?:\]\(|\]:)[ \t\r\n]{0,100}<?#/g;
  let at = -1;
  for (const match of raw.matchAll(mark)) at = match.index + match[0].length;
  if (at < 0) return;
  const length = /^[^\s<>()"']*/.exec(raw.slice(at))![0].length;
  return { start: start + at, end: start + at + length };
}

/** Numbers repeated anchors. */
function slugger(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const slug = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    let unique = slug;
    for (let n = used.get(slug) ?? 0; used.has(unique); n++) {
      unique = `${slug}-${n + 1}`;
      used.set(slug, n + 1);
    }
    used.set(unique, 0);
    return unique;
  };
}
