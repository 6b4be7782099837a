import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { type HtmlAttribute, type HtmlToken, tokenizeHtml } from "@/lib/formats/html/tokens";
import type { Piece } from "@/lib/formats/inline";
import { sameLanguage, sameVariety } from "@/lib/formats/l10n/locale-names";
import { applyPatches, type Patch, type Span, shifted } from "@/lib/formats/splice";
import { textDocument } from "@/lib/formats/text-document";
import { escapeXmlText } from "@/lib/formats/xml";
import { type Cue, subtitleSlots } from "./subtitles";

/** SAMI captions. The languages are classes in one file. */
export const smi: Format = {
  id: "smi",
  name: "SAMI captions",
  extensions: ["smi", "sami"],
  mediaTypes: ["application/x-sami"],
  translates:
    "The captions of the source language's class, which becomes the target language's class. In a file with several languages, the target language's class is added, or its missing captions are filled.",
  leaves: "Timings, styles, and the captions of other languages.",
  bilingual: ["stacked", "side"],
  matches: (bytes, extension) =>
    (extension === "" || smi.extensions.includes(extension)) &&
    looksLikeText(bytes) &&
    /^\s*<sami\b/i.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const source = decoded.text;
    const tokens = tokenizeHtml(source);
    const classes = classesOf(source);
    const all = captionsOf(tokens, source.length);
    const own = sourceClass(classes, all, options);
    const captions = all.filter(({ name }) => name === own);
    const isAlone = captions.length === all.length;
    const into = options.into ?? options.target;
    const present = into && !isAlone ? captionsIn(into, classes, all) : new Map<number, Caption>();
    const isBlank = ({ first, last }: Caption) =>
      tokens.slice(first, last + 1).every((token) => token.type !== "text" || token.text.trim() === "");
    const open = captions.filter(({ from }) => !present.has(from) || isBlank(present.get(from)!));
    const cues = open.map((caption): Cue => cueOf(caption, tokens, source));
    const slots = subtitleSlots(cues, source, { encode: oneLine, lineBreak: "<br>", wrapsItself: true });
    const common = { decoded, declaredLanguage: classes.get(own)?.language, finished: captions.length - open.length };
    if (isAlone)
      return textDocument(smi, { ...common, slots, marks: (target) => classMarks(captions, classes.get(own), target) });
    return textDocument(smi, {
      ...common,
      slots: slots.map(({ segment }) => ({ segment, rewrite: () => [] })),
      redraws: (target, texts) => {
        const patches = slots.flatMap(({ rewrite }, index) => rewrite(texts[index]!, target));
        const known = [...classes.values()].find(({ language }) => language && sameVariety(language, target));
        const name = known ? spellingOf(known) : distinctName(own, target);
        const added = known || !classes.has(own) ? [] : [definition(classes.get(own)!, name, target)];
        return [...added, ...copies(open, present, source, patches, name)];
      },
    });
  },
};

const oneLine = (plain: string) => escapeXmlText(plain.replace(/\s+/g, " "));

type Class = {
  readonly name: Span;
  readonly language: string | undefined;
  readonly rule: Span;
  readonly source: string;
};

/** The languages of a file, by their class in its style: `.ENCC {Name: English; lang: en-US; SAMIType: CC;}`. */
function classesOf(source: string): Map<string, Class> {
  const classes = new Map<string, Class>();
  const style = /<style[\s\S]*?<\/style/i.exec(source);
  for (const { 0: rule, 1: name = "", index } of style?.[0].matchAll(/\.([\w-]{1,60})\s{0,20}\{[^{}]{0,2000}\}/g) ??
    []) {
    const start = style!.index + index;
    const language = /[\s;{]lang\s{0,9}:\s{0,9}([\w-]{1,35})/i.exec(rule)?.[1];
    const at = { start: start + 1, end: start + 1 + name.length };
    classes.set(name.toLowerCase(), { name: at, language, rule: { start, end: start + rule.length }, source: rule });
  }
  return classes;
}

function spellingOf({ name, rule, source }: Class): string {
  return source.slice(name.start - rule.start, name.end - rule.start);
}

type Caption = {
  readonly from: number;
  readonly to: number;
  /** The class in lower case; empty if there is none. */
  readonly name: string;
  readonly attribute: HtmlAttribute | undefined;
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
};

/** The paragraphs with the times of their SYNC elements. End tags are rare. */
function captionsOf(tokens: readonly HtmlToken[], length: number): Caption[] {
  const captions: Caption[] = [];
  const syncs = tokens.flatMap((token) => (token.type === "start" && token.name === "sync" ? [timeOf(token)] : []));
  let sync = -1;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.type === "start" && token.name === "sync") sync++;
    if (token.type !== "start" || token.name !== "p" || sync < 0) continue;
    let last = index;
    while (tokens[last + 1] && !isBoundary(tokens[last + 1]!)) last++;
    const attribute = token.attributes.get("class");
    const from = syncs[sync]!;
    captions.push({
      from,
      to: syncs.slice(sync + 1, sync + 50).find((time) => time > from) ?? from + MAX_SHOWN_MS,
      name: attribute?.value.toLowerCase() ?? "",
      attribute,
      first: index + 1,
      last,
      start: token.start,
      end: tokens[last + 1]?.start ?? length,
    });
  }
  return captions;
}

/** Display time of the last caption. */
const MAX_SHOWN_MS = 10_000;

function timeOf({ attributes }: Extract<HtmlToken, { type: "start" }>): number {
  return Number(/^\s*(\d{1,10})/.exec(attributes.get("start")?.value ?? "")?.[1] ?? 0);
}

function isBoundary(token: HtmlToken): boolean {
  return (token.type === "start" || token.type === "end") && /^(?:p|sync|body|sami)$/.test(token.name);
}

function sourceClass(
  classes: ReadonlyMap<string, Class>,
  captions: readonly Caption[],
  { source }: FormatOptions,
): string {
  const names = [...new Set(captions.map(({ name }) => name))];
  const spoken = names.find((name) => {
    const language = classes.get(name)?.language;
    return source && language && sameLanguage(language, source);
  });
  return spoken ?? names[0] ?? "";
}

/** The captions of a language, matched by time. */
function captionsIn(
  target: string,
  classes: ReadonlyMap<string, Class>,
  captions: readonly Caption[],
): Map<number, Caption> {
  const own = captions.filter(({ name }) => {
    const language = classes.get(name)?.language;
    return language !== undefined && sameVariety(language, target);
  });
  return new Map(own.map((caption) => [caption.from, caption]));
}

function cueOf({ from, to, first, last }: Caption, tokens: readonly HtmlToken[], source: string): Cue {
  const lines: Piece[][] = [[]];
  for (const token of tokens.slice(first, last + 1)) {
    const { start, end } = token;
    if (token.type === "text") lines.at(-1)!.push({ type: "text", start, end, text: token.text.replace(/\s+/g, " ") });
    else if (token.type === "start" && token.name === "br") lines.push([]);
    else if (token.type !== "other" && /^(?:i|b|u|s|font|span|em|strong)$/.test(token.name)) {
      const type = token.type === "start" ? "open" : "close";
      lines.at(-1)!.push({ type, start, end, raw: source.slice(start, end), name: token.name, kind: "format" });
    } else lines.at(-1)!.push({ type: "single", kind: "single", start, end, raw: source.slice(start, end) });
  }
  return { from, to, lines };
}

/** Changes the class of the only language to the target's: its language, its name, and all uses of the name. */
function classMarks(captions: readonly Caption[], own: Class | undefined, target: string): Patch[] {
  if (!own) return [];
  const old = spellingOf(own);
  const name = nameFor(old, target);
  const uses = name === old ? [] : captions.flatMap(({ attribute }) => (attribute ? [named(attribute, name)] : []));
  return [{ ...own.rule, raw: [spelledRule(own, name, target)] }, ...uses];
}

function named({ start, end }: HtmlAttribute, name: string): Patch {
  return { start, end, raw: [name] };
}

/** `ENUSCC` → `ESCC`; names without a language stay. */
function nameFor(name: string, target: string): string {
  return /^[a-z]{2}(?:[a-z]{2})?cc$/i.test(name) ? `${target.replaceAll("-", "").toUpperCase()}CC` : name;
}

function distinctName(own: string, target: string): string {
  const name = nameFor(own, target);
  return name === own ? `${own}-${target}` : name;
}

function spelledRule(own: Class, name: string, target: string): string {
  const called = new Intl.DisplayNames([target], { type: "language" }).of(target) ?? target;
  return own.source
    .replace(/^\.[\w-]+/, `.${name}`)
    .replace(/([\s;{]lang\s*:\s*)[\w-]+/i, `$1${target}`)
    .replace(
      /([\s;{]name\s*:\s*)("?)[^;"{}]*\2/i,
      (_, before: string, quote: string) => before + quote + called + quote,
    );
}

function definition(own: Class, name: string, target: string): Patch {
  const { end } = own.rule;
  return { start: end, end, raw: [`\n${spelledRule(own, name, target)}`] };
}

/** Adds each caption translated in the target's class: replaces the target's blank caption, or follows the original. */
function copies(
  captions: readonly Caption[],
  blank: ReadonlyMap<number, Caption>,
  source: string,
  patches: readonly Patch[],
  name: string,
): Patch[] {
  const sorted = [...patches].sort((a, b) => a.start - b.start);
  let next = 0;
  return captions.map(({ from, start, end, attribute }): Patch => {
    const own: Patch[] = attribute ? [named(attribute, name)] : [];
    while (sorted[next] && sorted[next]!.start < start) next++;
    while (sorted[next] && sorted[next]!.end <= end) own.push(sorted[next++]!);
    const raw = source.slice(start, end);
    const content = raw.trimEnd();
    const copy = applyPatches(
      content,
      own.map((patch) => shifted(patch, -start)),
    );
    const place = blank.get(from);
    if (place)
      return { ...place, end: place.start + source.slice(place.start, place.end).trimEnd().length, raw: [copy] };
    const between = raw.slice(content.length);
    const at = start + content.length;
    return { start: at, end: at, raw: [between, copy] };
  });
}
