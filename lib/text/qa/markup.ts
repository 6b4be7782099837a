import type { Placeholder } from "@/lib/text/message/placeholders";
import { syntaxOf } from "@/lib/text/message/syntax";
import { insertCopy } from "./code-insertion";
import type { Finding, Subject } from "./subject";

/** Formats whose text is markup, even if a segment contains none. */
const MARKUP_FORMATS: ReadonlySet<string> = new Set(["html", "xhtml", "epub", "md", "mdx", "android"]);

/** Elements that occur within texts. */
const ELEMENTS: ReadonlySet<string> = new Set(
  "a abbr b big br code div em font h1 h2 h3 h4 h5 h6 hr i img li ol p pre s script small span strong sub sup u ul wbr".split(
    " ",
  ),
);

/** Formatting elements, which only change the appearance of words: a missing or extra one is a warning. */
const FORMATTING = /^<\/?(?:b|big|code|em|font|i|kbd|small|span|strong|u)\b/i;

const severityOf = (tag: string) => (FORMATTING.test(tag) ? { severity: "warning" as const } : {});

/** Checks tags within the text, if the document is markup or the source contains tags. */
export function* markup(subject: Subject): Generator<Finding> {
  const { segment, source, target, context } = subject;
  if (target.isBlank || !(source.plain.includes("<") || target.plain.includes("<"))) return;
  const isMarkup = MARKUP_FORMATS.has(context.format ?? "") || context.flags?.isHtml === true;
  const wanted = tagsOf(source.placeholders, isMarkup ? ELEMENTS : new Set());
  const found = tagsOf(target.placeholders, new Set([...wanted.map(elementOf), ...(isMarkup ? ELEMENTS : [])]));
  if (wanted.length === 0 && !isMarkup) return yield* unsafe(subject);
  for (const { start, end, text, kind } of without(wanted, found)) {
    // One half of a pair does not show where the other half belongs.
    const edit = kind === "value" ? insertCopy(segment, target, source.range(start, end), text) : null;
    yield { check: "tags.missing", ...severityOf(text), params: { tag: text }, ...edit };
  }
  // A tag in the place of a missing code is the same tag with another address: see `addresses` and `tags`.
  const spare = { open: 0, close: 0, value: 0 };
  for (const { fault, id } of subject.codeFaults) {
    if (fault !== "missing" || subject.isPlaceholder(id)) continue;
    if (!segment.text.includes(`<g${id}>`)) spare.value++;
    else for (const kind of ["open", "close"] as const) spare[kind]++;
  }
  const unclosed = firstUnbalanced(wanted);
  for (const { start, end, text, kind } of without(found, wanted)) {
    if (spare[kind]-- > 0) continue;
    // Android removes `<xliff:g>` tags, which mark untranslatable text.
    if (context.format === "android" && text.includes("xliff:g")) continue;
    // The source has an unclosed link, which the translation closes.
    if (kind === "close" && unclosed?.kind === "open" && text === `</${unclosed.name}>`) continue;
    yield { check: "tags.extra", ...severityOf(text), params: { tag: text }, ...target.replace(start, end, "") };
  }
  yield* syntax(subject, wanted, found);
  yield* unsafe(subject);
}

/**
 * Reports tags that run or load something and that the source lacks, in all formats: no one writes them by accident.
 */
function* unsafe({ source, target }: Subject): Generator<Finding> {
  const tagsIn = (all: readonly Placeholder[]) => all.filter((one) => syntaxOf(one) === "tag" && isUnsafe(one));
  for (const { start, end, text } of without(tagsIn(target.placeholders), tagsIn(source.placeholders))) {
    yield { check: "html.unsafe", params: { tag: text }, ...target.range(start, end) };
  }
}

/** A Markdown link that runs a script. */
const UNSAFE_LINK = /\]\(\s{0,9}(?:javascript|vbscript|data)\s{0,9}:/gi;

/** Markdown links, which can run scripts without a tag. */
export function* markdownLinks({ source, target, context }: Subject): Generator<Finding> {
  if (context.format !== "md" && context.format !== "mdx") return;
  for (const { index, 0: link } of target.plain.matchAll(UNSAFE_LINK)) {
    if (source.plain.includes(link)) continue;
    yield { check: "html.unsafe", params: { tag: link }, ...target.range(index, index + link.length) };
  }
}

/** Unambiguous tags: paired, with attributes, with a known name, or `<br>`. `<name>` alone is a variable. */
function tagsOf(placeholders: readonly Placeholder[], known: ReadonlySet<string>): Placeholder[] {
  const tags = placeholders.filter((placeholder) => syntaxOf(placeholder) === "tag");
  const closed = new Set(tags.flatMap((tag) => (tag.text.startsWith("</") ? elementOf(tag) : [])));
  return tags.filter((tag) => {
    if (closed.has(elementOf(tag)) || known.has(elementOf(tag))) return true;
    return /[=/]|^<(?:br|hr|wbr)\b/i.test(tag.text);
  });
}

function elementOf({ text }: Placeholder): string {
  return /^<\/?([\w:.-]+)/.exec(text)?.[1]?.toLowerCase() ?? "";
}

/** Attributes that people read or hear, so that their values may be translated. */
const TEXT_ATTRIBUTE = /\b(?:title|alt|placeholder|label|aria-label)\s{0,3}=\s{0,3}(?:"[^"]*"|'[^']*')/g;

function without(all: readonly Placeholder[], others: readonly Placeholder[]): Placeholder[] {
  const nameOf = ({ text }: Placeholder) =>
    text
      .replace(TEXT_ATTRIBUTE, "")
      .replace(/\s+/g, "")
      .replace(/='([^'"]*)'/g, '="$1"');
  const left = new Map<string, number>();
  for (const other of others) left.set(nameOf(other), (left.get(nameOf(other)) ?? 0) + 1);
  return all.filter((one) => {
    const times = left.get(nameOf(one)) ?? 0;
    if (times > 0) left.set(nameOf(one), times - 1);
    return times === 0;
  });
}

/** The start of a tag without end. */
const BROKEN = /<\/?([a-z]{1,6}[1-6]?)(?=[\s/<]|$)/gi;

function* syntax(
  { source, target }: Subject,
  wanted: readonly Placeholder[],
  found: readonly Placeholder[],
): Generator<Finding> {
  for (const { index, 0: text, 1: name = "" } of target.prose.matchAll(BROKEN)) {
    if (!ELEMENTS.has(name.toLowerCase()) || source.prose.includes(text)) continue;
    yield { check: "html.syntax", params: { tag: text }, ...target.range(index, index + text.length) };
    return;
  }
  if (firstUnbalanced(wanted)) return;
  const tag = firstUnbalanced(found);
  if (tag) yield { check: "html.syntax", params: { tag: tag.text }, ...target.range(tag.start, tag.end) };
}

/** The first tag that is closed but not opened, not closed, or closed in the wrong order. */
function firstUnbalanced(tags: readonly Placeholder[]): Placeholder | undefined {
  const open: Placeholder[] = [];
  for (const tag of tags) {
    if (tag.kind === "open") open.push(tag);
    else if (tag.kind === "close" && open.pop()?.name !== tag.name) return tag;
  }
  return open[0];
}

const UNSAFE_ELEMENT = /^<\/?(?:script|iframe|frame|object|embed|applet|link|meta|base|form|style|svg|math)\b/i;
const UNSAFE_ATTRIBUTE =
  /[\s"'/](?:on[a-z]{3,20}|srcdoc|formaction)\s{0,9}=|=\s{0,9}["']?\s{0,9}(?:javascript|vbscript|data)\s{0,9}:/i;

/** True if a tag runs a script, loads something, or changes the page around it. */
function isUnsafe({ text }: Placeholder): boolean {
  return UNSAFE_ELEMENT.test(text) || UNSAFE_ATTRIBUTE.test(text);
}
