import { replaceOpaque } from "@/lib/formats/html/opaque";
import { tokenizeHtml } from "@/lib/formats/html/tokens";
import { splitParagraphs } from "@/lib/text/lines";

const NAME = String.raw`[\p{L}_:][\p{L}\p{M}\p{N}_.:·-]`;
const TAG = new RegExp(String.raw`<(\/?)(${NAME}*)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>`, "gu");

/** How to treat the elements of an XML text, from DeepL's parameters. */
export type TagRules = {
  /** Elements whose content is not translated. */
  readonly ignored: readonly string[];
  /** Elements that end a sentence. */
  readonly splitting: readonly string[];
  /** Elements that never end a sentence. */
  readonly nonSplitting: readonly string[];
  /** Detects further elements that end a sentence: see {@link outlineOf}. */
  readonly detectsOutline: boolean;
  /** True if line breaks end a sentence, except those of wrapped prose. */
  readonly splitsLines: boolean;
};

/**
 * Converts the tags of an XML text to HTML tags, which alone the HTML format knows: a rule where a sentence ends,
 * `<span>` within one, `translate="no"` for ignored elements, a word break for empty elements and unpaired tags. Line
 * breaks, and words of two elements that touch, get `<br>`, unknown entities `<code>`. The rest keeps its bytes.
 */
export function openXml(xml: string, rules: TagRules) {
  const hidden: string[] = [];
  const shown = replaceOpaque(xml, (text) => `<dragoman-hidden i="${hidden.push(text) - 1}"/>`);
  const declared = new Set([...hidden.join("").matchAll(DECLARATION)].map(([, name]) => name!));
  const tags = readTags(shown, rules);
  const { spellings, unknown } = referencesOf(shown, tags, declared);
  const marks = [...boundaries(shown, tags, rules), ...tags, ...unknown].sort((a, b) => a.at - b.at);
  const pieces: string[] = [];
  let last = 0;
  for (const { text, at } of marks) {
    pieces.push(shown.slice(last, at));
    last = at + text.length;
  }
  const html = marks
    .map(({ text, kind, close }, i) => pieces[i]! + HTML_TAGS[close ? "close" : kind](i, text))
    .join("");
  const show = (_: string, i: string) => hidden[Number(i)]!;
  const toXml = (translated: string) =>
    withBlanks(restore(respell(wrapAgain(translated, pieces), spellings), marks), shown).replace(HIDDEN, show);
  return { html: html + shown.slice(last), toXml };
}

const HIDDEN = /<dragoman-hidden i="(\d+)"\/>/g;

const HTML_TAGS = {
  split: (i: number) => `<hr data-dragoman-tag="${i}">`,
  point: (i: number) => `<wbr data-dragoman-tag="${i}">`,
  line: (i: number) => `<br data-dragoman-tag="${i}">`,
  word: (i: number, text: string) => `<code data-dragoman-tag="${i}">${text.slice(1, -1)}</code>`,
  inline: (i: number) => `<span data-dragoman-tag="${i}">`,
  ignored: (i: number) => `<span data-dragoman-tag="${i}" translate="no">`,
  close: () => "</span>",
};

const HTML_TAG =
  /<(span|hr|wbr|br|code) data-dragoman-tag="(\d+)"[^<>]*>(?:(?<=<code [^<>]*>)[^<>]*<\/code>)?|<\/span>/g;

function restore(html: string, marks: readonly Tag[]): string {
  const open: string[] = [];
  return html.replace(HTML_TAG, (tag, name, index) => {
    if (!name) return open.pop() ?? tag;
    const { text, end } = marks[Number(index)]!;
    if (name === "span") open.push(end);
    return text;
  });
}

/** Consecutive tags, with the whitespace around them. */
const RUN = new RegExp(String.raw`(?<!\s)\s*(?:${TAG.source}\s*)+`, "gu");

/** Restores the whitespace between consecutive tags, because engines move spaces at an element's edge out of it. */
function withBlanks(xml: string, source: string): string {
  const runs: Record<string, string[]> = Object.create(null);
  const like = (run: string) => (runs[run.replace(/\s+(?=<)|(?<=>)\s+/g, "")] ??= []);
  for (const [run] of source.matchAll(RUN)) like(run).push(run);
  return xml.replace(RUN, (run) => {
    const own = like(run).shift() ?? run;
    return own.replace(TAG, "") === run.replace(TAG, "") ? own : run;
  });
}

/** Wraps prose that had several lines in the source. `pieces`: the texts before each mark of a line break. */
function wrapAgain(html: string, pieces: readonly string[]): string {
  return html.replace(/(data-dragoman-tag="(\d+)"[^<>]*>)([^<>\n]+)/g, (all, tag, index, text) => {
    const piece = pieces[Number(index) + 1]?.trim() ?? "";
    return piece.includes("\n") ? tag + splitParagraphs(piece)[0]!.layOut(text) : all;
  });
}

/** The texts between tags, with their offsets. */
function* textsBetween(xml: string, tags: readonly Tag[]): Generator<{ text: string; at: number; next: number }> {
  let at = 0;
  for (const [next, tag] of [...tags, { at: xml.length, text: "" }].entries()) {
    if (tag.at > at) yield { text: xml.slice(at, tag.at), at, next };
    at = tag.at + tag.text.length;
  }
}

const REFERENCE = new RegExp(String.raw`&(?:#\d{1,7}|#x[\da-f]{1,6}|${NAME}{0,60});`, "giu");
const DECLARATION = new RegExp(String.raw`<!ENTITY\s+(${NAME}*)\s`, "gu");

/** Character references of the source: those of characters it never writes literally, and those that must not move. */
function referencesOf(xml: string, tags: readonly Tag[], declared: ReadonlySet<string>) {
  const spellings = new Map<string, string>();
  const unknown: Tag[] = [];
  let plain = "";
  for (const { text, at } of textsBetween(xml, tags)) {
    plain += text.replace(REFERENCE, "");
    for (const { 0: reference, index } of text.matchAll(REFERENCE)) {
      const [token] = declared.has(reference.slice(1, -1)) ? [] : tokenizeHtml(reference);
      const character = token?.type === "text" ? token.text : reference;
      const isKept = [...character].length > 1 || (spellings.get(character) ?? reference) !== reference;
      const kind = /[\t\n\r]/.test(character) ? "line" : "word";
      if (isKept || kind === "line") unknown.push(pointAt(at + index, reference, kind));
      else spellings.set(character, reference);
    }
  }
  for (const character of spellings.keys()) if (plain.includes(character)) spellings.delete(character);
  // HTML writers escape `>` even where the source does not.
  if (plain.includes(">") && !xml.includes("&gt;")) spellings.set(">", ">");
  return { spellings, unknown };
}

/** Spells characters in texts as the source does. */
function respell(html: string, spellings: ReadonlyMap<string, string>): string {
  const own = (one: string) => spellings.get(ESCAPED[one] ?? one) ?? one;
  return html.replace(/<[a-z/][^<>]*>|&#?\w+;|[^\w\s<>]|\u00a0/giu, own);
}

const ESCAPED: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&nbsp;": "\u00a0",
  "&#39;": "'",
};

/** Names of inline elements, which may be within a word, in HTML, TEI, DocBook, JATS, XLIFF and Android. */
const WITHIN_WORDS =
  /^(?:[abgiqsux]|abbr|big|bold|bpt|code|del|dragoman-hidden|em|emph|emphasis|ept|font|hi|highlight|hl|ins|it|italic|mark|mrk|ph|pc|sc|small|span|strong|sub|subscript|sup|superscript|sx|tt|underline)$/i;
const WORD_BEFORE = /(?!\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}|\p{sc=Thai}|\p{sc=Laoo}|\p{sc=Khmr}|\p{sc=Mymr})\p{L}{2}$/u;

/** Offsets of line breaks that end a sentence, and of places where the words on both sides of an element touch. */
function boundaries(xml: string, tags: readonly Tag[], { splitsLines }: TagRules): Tag[] {
  const marks: Tag[] = [];
  const folded = splitsLines ? foldedLines(xml, tags) : null;
  let before = { text: "", next: 0 };
  for (const chunk of textsBetween(xml, tags)) {
    const { text, at } = chunk;
    const between = tags.slice(before.next, chunk.next);
    const isApart = WORD_BEFORE.test(before.text) && /^\p{L}{2}/u.test(text);
    if (isApart && between.some(({ name }) => !WITHIN_WORDS.test(name)))
      marks.push(pointAt(between.find((tag) => !tag.text.startsWith("</"))?.at ?? at, "", "line"));
    for (const { 0: space, index } of text.matchAll(/[ \t]*[\r\n]\s*/g)) {
      const isFolded = folded
        ? folded.has(at + index + space.search(/[\r\n]/))
        : text.trim() !== "" && !/\n\s*\n/.test(space);
      if (!isFolded) marks.push(pointAt(at + index, space, "line"));
    }
    before = chunk;
  }
  return marks;
}

/** Offsets of the line breaks within wrapped prose, whatever tags it contains. */
function foldedLines(xml: string, tags: readonly Tag[]): ReadonlySet<number> {
  const chunks = [...textsBetween(xml, tags)];
  const offsets = chunks.flatMap(({ text, at }) => Array.from(text, (_, i) => at + i));
  const folded = new Set<number>();
  let from = 0;
  for (const { before, source, after, text } of splitParagraphs(chunks.map((chunk) => chunk.text).join(""))) {
    from += before.length;
    if (source !== text) for (const { index } of source.matchAll(/[\r\n]/g)) folded.add(offsets[from + index]!);
    from += source.length + after.length;
  }
  return folded;
}

type Tag = {
  readonly text: string;
  readonly at: number;
  readonly name: string;
  kind: "split" | "point" | "line" | "word" | "inline" | "ignored";
  /** True for the end tag of an inline element. */
  close: boolean;
  /** The end tag that matches this start tag. */
  end: string;
};

const pointAt = (at: number, text: string, kind: Tag["kind"] = "point", name = ""): Tag => ({
  ...{ text, at, name, kind, close: false, end: "" },
});

type OpenElement = { readonly tag: Tag; containsSplit: boolean };

function readTags(xml: string, { ignored, splitting, nonSplitting, detectsOutline }: TagRules): Tag[] {
  const outline = detectsOutline ? outlineOf(xml) : [];
  const splits = new Set([...splitting, ...outline].filter((name) => !nonSplitting.includes(name)));
  const tags: Tag[] = [];
  const open: OpenElement[] = [];
  /** Index of the outermost open element that is ignored; -1 without one. */
  let outer = -1;
  for (const found of xml.matchAll(TAG)) {
    const [text, end, name = "", , empty] = found;
    const tag = pointAt(found.index, text, "point", name);
    tags.push(tag);
    if (end) {
      const start = open.findLastIndex((one) => one.tag.name === name);
      // Tags within an ignored element stay unchanged.
      if (start < 0 || (outer >= 0 && start !== outer)) continue;
      const [element] = open.splice(start);
      element!.tag.end = text;
      if (start === outer) outer = -1;
      if (ignored.includes(name)) element!.tag.kind = "ignored";
      else element!.tag.kind = splits.has(name) || element!.containsSplit ? "split" : "inline";
      if (element!.tag.kind === "split") {
        tag.kind = "split";
        if (open.length > 0) open.at(-1)!.containsSplit = true;
      } else tag.close = true;
    } else if (!empty && outer < 0) {
      if (ignored.includes(name)) outer = open.length;
      open.push({ tag, containsSplit: false });
    }
  }
  return tags;
}

/**
 * Elements that structure a text: those that contain only elements on lines of their own, and these elements. None for
 * a text without line breaks between elements.
 */
function outlineOf(xml: string): readonly string[] {
  const names = new Set<string>();
  const open: { readonly name: string; readonly children: string[]; text: string }[] = [];
  let last = 0;
  for (const tag of xml.matchAll(TAG)) {
    const [whole, end, name = "", , empty] = tag;
    const parent = open.at(-1);
    if (parent) parent.text += xml.slice(last, tag.index);
    last = tag.index + whole.length;
    if (end) {
      const closed = open.pop();
      if (closed && closed.children.length > 0 && /^\s*\n\s*$/.test(closed.text))
        for (const one of [closed.name, ...closed.children]) names.add(one);
    } else if (!empty) {
      parent?.children.push(name);
      open.push({ name, children: [], text: "" });
    }
  }
  return [...names];
}
