import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import { type Format, type FormatOptions, leftWarning } from "@/lib/formats/format";
import { json } from "@/lib/formats/l10n/json";
import { sameLanguage, spelledLike } from "@/lib/formats/l10n/locale-names";
import { type StringsFile, stringEdits, stringsOf } from "@/lib/formats/l10n/strings-document";
import { yaml } from "@/lib/formats/l10n/yaml";
import type { Patch, Span } from "@/lib/formats/splice";
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
  translates: `Of the template: ${TRANSLATES[0]!.toLowerCase()}${TRANSLATES.slice(1)} Messages of i18n blocks in JSON and YAML.`,
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
    const messages: Messages[] = [];
    const left = template && !isHtml ? ["template"] : [];
    for (const block of blocks.filter(({ tag }) => tag.name === "i18n")) {
      const opened = await openMessages(decoded.text, block, options);
      if (opened === null) left.push("i18n");
      else if (opened) messages.push(opened);
    }
    // Messages are rewritten together, below.
    const own = messages.flatMap(({ strings }) =>
      strings.segments.map((segment): Slot => ({ segment, rewrite: () => [] })),
    );
    return textDocument(vue, {
      decoded,
      slots: [...slots, ...own],
      declaredLanguage: messages.find(({ strings }) => strings.declaredLanguage)?.strings.declaredLanguage,
      redraws: (target, texts) => messagePatches(messages, texts.slice(slots.length), target),
      warnings: leftWarning(left, "Blocks that stayed as they are"),
    });
  },
};

type Block = { readonly tag: HtmlStartTag; readonly content: Span };

/** The blocks of a component: everything in them but a template is raw. */
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

type Messages = { readonly strings: StringsFile; readonly start: number; readonly marks: (target: string) => Patch[] };

/** Undefined for messages of another language, null for a syntax that is not read. */
async function openMessages(
  source: string,
  { tag, content }: Block,
  options: FormatOptions,
): Promise<Messages | null | undefined> {
  const locale = tag.attributes.get("locale");
  const format = { json, yaml, yml: yaml }[tag.attributes.get("lang")?.value || "json"];
  if (locale && options.source && !sameLanguage(locale.value, options.source)) return;
  const text = source.slice(content.start, content.end);
  if (!format || text.trim() === "") return format ? undefined : null;
  const read = {
    ...(options.source ? { source: options.source } : {}),
    ...(options.keys ? { keys: options.keys } : {}),
  };
  const document = await format.open(Buffer.from(text), read).catch(() => null);
  const strings = document && stringsOf(document);
  if (!strings) return null;
  const marks = (target: string) => (locale ? [setValue(locale, spelledLike(locale.value, target))] : []);
  return { strings: locale ? { ...strings, declaredLanguage: locale.value } : strings, start: content.start, marks };
}

function messagePatches(messages: readonly Messages[], texts: readonly string[], target: string): Patch[] {
  let from = 0;
  return messages.flatMap(({ strings, start, marks }) => {
    const own = texts.slice(from, from + strings.segments.length).map((text) => ({ text }));
    from += strings.segments.length;
    const edits = stringEdits(strings, own, target);
    const patches = edits.map((edit) => ({ start: start + edit.start, end: start + edit.end, raw: [edit.text] }));
    return edits.length > 0 ? [...patches, ...marks(target)] : [];
  });
}
