import type { Span } from "@/lib/formats/splice";
import { plainText, type Segment } from "@/lib/text/segment";

/** A heading's text before and after translation. */
export type Heading = { readonly before: string; readonly after: string };

/** How a site generator derives a heading's anchor, and what it puts before the number of a repeated one. */
type SlugRule = { readonly slug: (text: string) => string; readonly mark: string };

/** GitHub's rule, which Docusaurus, Hugo, Astro and Hexo share. */
const GITHUB: SlugRule = {
  slug: (text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-"),
  mark: "-",
};
/** Python-Markdown's rule, which MkDocs uses: ASCII only. */
const MKDOCS: SlugRule = {
  slug: (text) =>
    withoutAccents(text)
      .replace(/[^\w\s-]/g, "")
      .trim()
      .toLowerCase()
      .replace(/[-\s]+/g, "-"),
  mark: "_",
};
/** The rule of VitePress and VuePress. */
const VITEPRESS: SlugRule = {
  slug: (text) =>
    withoutAccents(text)
      .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .replace(/^(\d)/, "_$1")
      .toLowerCase(),
  mark: "-",
};

function withoutAccents(text: string): string {
  return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
}

/** The anchor rule of the generator whose syntax the document uses. */
function ruleOf(source: string): SlugRule {
  if (/^(?:!!!|\?\?\?\+?) [a-z]+|^===[+!]? "|^\[TOC\]$/m.test(source)) return MKDOCS;
  return /^::: ?(?:tip|info|warning|danger|details|code-group)\b|^\[\[toc\]\]$/im.test(source) ? VITEPRESS : GITHUB;
}

/**
 * Maps old to new anchors. Anchors of headings (`#making-tea`) are derived from their text, so links within a document
 * must change with it. Uses the rule of the generator that the document's marks show, else GitHub's.
 */
export function changedAnchors(headings: readonly Heading[], source: string): Map<string, string> {
  const rule = ruleOf(source);
  const before = slugger(rule);
  const after = slugger(rule);
  return new Map(headings.map((heading): [string, string] => [before(heading.before), after(heading.after)]));
}

/** The text of a heading from which its anchor is derived: with code, without markup. */
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

/** A function that numbers repeated anchors. */
function slugger(rule: SlugRule): (text: string) => string {
  // Python-Markdown also numbers an anchor without letters: "_1".
  const used = new Map<string, number>(rule === MKDOCS ? [["", 0]] : []);
  return (text) => {
    const slug = rule.slug(text);
    let unique = slug;
    for (let n = used.get(slug) ?? 0; used.has(unique); n++) {
      unique = `${slug}${rule.mark}${n + 1}`;
      used.set(slug, n + 1);
    }
    used.set(unique, 0);
    return unique;
  };
}
