import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import { type Format, type FormatOptions, leftWarning } from "@/lib/formats/format";
import { json } from "@/lib/formats/l10n/json";
import { sameLanguage, sameVariety, spelledLike } from "@/lib/formats/l10n/locale-names";
import { type StringsFile, stringEdits, stringsOf } from "@/lib/formats/l10n/strings-document";
import { TreeLayout } from "@/lib/formats/l10n/tree-layout";
import { yaml } from "@/lib/formats/l10n/yaml";
import { applyPatches, type Patch, type Span, shifted } from "@/lib/formats/splice";
import { type Slot, textDocument } from "@/lib/formats/text-document";
import { PARTS, TRANSLATES } from "./html";
import { htmlSlots, setValue } from "./slots";
import { TemplateCode } from "./template-code";
import { type HtmlStartTag, tokenizeHtml } from "./tokens";

/** Single-file components of Vue. */
export const vue: Format = {
  id: "vue",
  name: "Vue component",
  extensions: ["vue"],
  mediaTypes: ["text/x-vue"],
  translates: `Template: ${TRANSLATES[0]!.toLowerCase()}${TRANSLATES.slice(1)} Messages of i18n blocks in JSON and YAML.`,
  leaves: "Scripts, styles, expressions, directives and other blocks byte for byte, and templates that are not HTML.",
  parts: PARTS,
  matches: (bytes, extension) =>
    extension === "vue" && looksLikeText(bytes) && /<(?:template|script|i18n)[\s>]/.test(peekText(bytes, 65_536)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const blocks = blocksOf(decoded.text);
    const parts = new Set(PARTS.filter((part) => !options.exclude?.includes(part)));
    const template = blocks.find(({ tag }) => tag.name === "template");
    const isHtml = template !== undefined && /^(?:html)?$/.test(template.tag.attributes.get("lang")?.value ?? "");
    const slots = isHtml ? templateSlots(decoded.text, template.content, parts) : [];
    const opened: Messages[] = [];
    const left = template && !isHtml ? ["template"] : [];
    for (const block of blocks.filter(({ tag }) => tag.name === "i18n")) {
      const messages = await openMessages(decoded.text, block, options);
      if (messages === null) left.push("i18n");
      else if (messages) opened.push(messages);
    }
    const spoken = options.source;
    const isForeign = ({ language }: Messages) => Boolean(spoken && language && !sameLanguage(language, spoken));
    const others = opened.filter(isForeign);
    const messages = opened.filter((one) => !isForeign(one)).map((one) => beside(one, others, options.into));
    // Messages are rewritten together, further below.
    const own = messages.flatMap(({ strings }) =>
      strings.segments.map((segment): Slot => ({ segment, rewrite: () => [] })),
    );
    const finished = messages.reduce((sum, { strings }) => sum + (strings.finished ?? 0), 0);
    return textDocument(vue, {
      decoded,
      finished,
      slots: [...slots, ...own],
      declaredLanguage: messages.find(({ strings }) => strings.declaredLanguage)?.strings.declaredLanguage,
      redraws: (target, texts) =>
        messagePatches(decoded.text, messages, texts.slice(slots.length), target, others.length > 0),
      warnings: leftWarning(left, "Blocks that stayed as they are"),
    });
  },
};

type Block = { readonly tag: HtmlStartTag; readonly content: Span };

/** The blocks of a component; the content of all but a template is raw. */
function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  let tag: HtmlStartTag | undefined;
  let depth = 0;
  for (const token of tokenizeHtml(source, true, undefined, "template")) {
    if (token.type === "start" && !token.empty && !tag) tag = token;
    else if (token.type === "start" && !token.empty && token.name === tag?.name) depth++;
    else if (token.type === "end" && tag && token.name === tag.name && depth-- === 0) {
      blocks.push({ tag, content: { start: tag.end, end: token.start } });
      tag = undefined;
      depth = 0;
    }
  }
  return blocks;
}

function templateSlots(source: string, range: Span, parts: ReadonlySet<(typeof PARTS)[number]>): Slot[] {
  const code = new TemplateCode(source, "vue", range);
  return htmlSlots(tokenizeHtml(code.masked, true, range), source, parts, code);
}

type Messages = {
  readonly block: Block;
  readonly strings: StringsFile;
  readonly language?: string | undefined;
  /** The target language's block, to which missing messages are added. */
  readonly into?: Block;
};

/** Undefined for a block without messages, null for a syntax that is not supported. */
async function openMessages(
  source: string,
  block: Block,
  options: FormatOptions,
): Promise<Messages | null | undefined> {
  const { attributes } = block.tag;
  const locale = attributes.get("locale")?.value;
  const format = { json, yaml, yml: yaml }[attributes.get("lang")?.value || "json"];
  const text = source.slice(block.content.start, block.content.end);
  if (!format || text.trim() === "") return format ? undefined : null;
  const open = async (read: FormatOptions) => {
    const document = await format.open(Buffer.from(text), read).catch(() => null);
    return document ? stringsOf(document) : undefined;
  };
  const { source: spoken, into, overwrite, keys } = options;
  const isForeign = locale && spoken && !sameLanguage(locale, spoken);
  const own = await open({
    ...(spoken ? { source: spoken } : {}),
    ...(into ? { into } : {}),
    ...(overwrite ? { overwrite } : {}),
    ...(keys ? { keys } : {}),
  });
  // A block in a single other language has that language's name at the top.
  const other = own && (isForeign || !(locale || own.declaredLanguage)) ? await open({}) : undefined;
  const strings = isForeign || other?.declaredLanguage ? other : own;
  if (!strings) return null;
  const language = locale || strings.declaredLanguage;
  return { block, strings: { ...strings, declaredLanguage: language }, language };
}

/** Messages together with those of the target language from another block. */
function beside(messages: Messages, others: readonly Messages[], into: string | undefined): Messages {
  const { strings } = messages;
  if (others.length === 0 || strings.relocate) return messages;
  const own = into && others.find(({ language }) => language && sameVariety(language, into));
  if (!own) return messages;
  const [layout, from] = [own.strings.layout, strings.layout];
  const filled =
    layout instanceof TreeLayout && from instanceof TreeLayout
      ? layout.fill(from, strings.entries)
      : { entries: [], finished: strings.segments.length };
  const segments = filled.entries.flatMap((entry) => entry.segments);
  return {
    ...messages,
    strings: { ...strings, ...filled, segments, layout: undefined, marks: undefined },
    into: own.block,
  };
}

/** `hasOthers`: in a file of several languages, the source's block stays and the target's follows it. */
function messagePatches(
  source: string,
  messages: readonly Messages[],
  texts: readonly string[],
  target: string,
  hasOthers: boolean,
): Patch[] {
  let from = 0;
  return messages.flatMap(({ block, strings, into }) => {
    const own = texts.slice(from, from + strings.segments.length).map((text) => ({ text }));
    from += strings.segments.length;
    const edits = stringEdits(strings, own, target);
    if (edits.length === 0) return [];
    const locale = block.tag.attributes.get("locale");
    const marks = locale && !into ? [setValue(locale, spelledLike(locale.value, target))] : [];
    const { start } = (into ?? block).content;
    const patches = edits.map((edit) => ({ start: start + edit.start, end: start + edit.end, raw: [edit.text] }));
    if (marks.length === 0 || !hasOthers) return [...patches, ...marks];
    const [first, end] = [block.tag.start, source.indexOf(">", block.content.end) + 1];
    const copy = applyPatches(
      source.slice(first, end),
      [...patches, ...marks].map((patch) => shifted(patch, -first)),
    );
    return [{ start: end, end, raw: [`\n${copy}`] }];
  });
}
