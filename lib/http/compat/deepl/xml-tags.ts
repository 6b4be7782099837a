import { replaceOpaque } from "@/lib/formats/html/opaque";

const TAG = /<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;

/** How DeepL's parameters say to treat the elements of an XML text. */
export type TagRules = {
  /** Elements whose content is not translated. */
  readonly ignored: readonly string[];
  /** Elements that end a sentence. */
  readonly splitting: readonly string[];
  /** Elements that never do. */
  readonly nonSplitting: readonly string[];
  /** Finds more elements that end a sentence: see {@link outlineOf}. */
  readonly detectsOutline: boolean;
};

/** An XML text as HTML, and how to turn its translation back into XML. */
export type OpenXml = { readonly html: string; readonly toXml: (html: string) => string };

/**
 * Converts the tags of an XML text to those of HTML, which knows no other names: a rule where a sentence ends, `<span>`
 * within one, `translate="no"` for ignored elements, and a word break for empty elements and tags without partner.
 * Everything but the tags keeps its bytes.
 */
export function openXml(xml: string, rules: TagRules): OpenXml {
  const hidden: string[] = [];
  const shown = hide(xml, hidden);
  const tags = readTags(shown, rules);
  let html = "";
  let last = 0;
  for (const [i, { text, at, kind, close }] of tags.entries()) {
    html += shown.slice(last, at) + HTML_TAGS[close ? "close" : kind](i);
    last = at + text.length;
  }
  const toXml = (translated: string) => restore(translated, tags).replace(HIDDEN, (_, i) => hidden[Number(i)]!);
  return { html: html + shown.slice(last), toXml };
}

const HIDDEN = /<dragoman-hidden i="(\d+)"\/>/g;

/** Puts empty elements for what no engine may read, and for references to the entities that the text declares. */
function hide(xml: string, hidden: string[]): string {
  const put = (text: string) => `<dragoman-hidden i="${hidden.push(text) - 1}"/>`;
  const shown = replaceOpaque(xml, put);
  const names = new Set([...hidden.join("").matchAll(/<!ENTITY\s+([\w.:-]+)\s/g)].map(([, name]) => name));
  return shown.replace(/&([\w.:-]+);/g, (reference, name) => (names.has(name) ? put(reference) : reference));
}

const HTML_TAGS = {
  split: (i: number) => `<hr data-dragoman-tag="${i}">`,
  point: (i: number) => `<wbr data-dragoman-tag="${i}">`,
  inline: (i: number) => `<span data-dragoman-tag="${i}">`,
  ignored: (i: number) => `<span data-dragoman-tag="${i}" translate="no">`,
  close: () => "</span>",
};

function restore(html: string, tags: readonly Tag[]): string {
  const open: string[] = [];
  return html.replace(/<(span|hr|wbr) data-dragoman-tag="(\d+)"[^<>]*>|<\/span>/g, (tag, name, index) => {
    if (!name) return open.pop() ?? tag;
    const { text, name: own } = tags[Number(index)]!;
    if (name === "span") open.push(`</${own}>`);
    return text;
  });
}

type Tag = {
  readonly text: string;
  readonly at: number;
  readonly name: string;
  kind: "split" | "point" | "inline" | "ignored";
  /** True for the end tag of an element within a sentence. */
  close: boolean;
};

type OpenElement = { readonly tag: Tag; containsSplit: boolean };

function readTags(xml: string, { ignored, splitting, nonSplitting, detectsOutline }: TagRules): Tag[] {
  const outline = detectsOutline ? outlineOf(xml) : [];
  const splits = new Set([...splitting, ...outline].filter((name) => !nonSplitting.includes(name)));
  const tags: Tag[] = [];
  const open: OpenElement[] = [];
  for (const found of xml.matchAll(TAG)) {
    const [text, end, name = "", , empty] = found;
    const tag: Tag = { text, at: found.index, name, kind: "point", close: false };
    tags.push(tag);
    const outer = open.findIndex((one) => ignored.includes(one.tag.name));
    if (end) {
      const start = open.findLastIndex((one) => one.tag.name === name);
      // Tags of an ignored element's content stay as they are.
      if (start < 0 || (outer >= 0 && start !== outer)) continue;
      const [element] = open.splice(start);
      if (ignored.includes(name)) element!.tag.kind = "ignored";
      else element!.tag.kind = splits.has(name) || element!.containsSplit ? "split" : "inline";
      if (element!.tag.kind === "split") {
        tag.kind = "split";
        if (open.length > 0) open.at(-1)!.containsSplit = true;
      } else tag.close = true;
    } else if (!empty && outer < 0) open.push({ tag, containsSplit: false });
  }
  return tags;
}

/**
 * Elements that give a text its structure: those with only elements on lines of their own inside, and what these
 * contain. Texts without line breaks between elements have none.
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
