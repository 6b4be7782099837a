import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import {
  type DocumentPart,
  type Format,
  type FormatOptions,
  leftWarning,
  type OpenDocument,
} from "@/lib/formats/format";
import { frontMatter, frontMatterOf, KEYS_LEFT } from "@/lib/formats/front-matter";
import { applyPatches, type Patch } from "@/lib/formats/splice";
import { textDocument } from "@/lib/formats/text-document";
import { languageDirection } from "@/lib/text/languages";
import { htmlSlots, setValue } from "./slots";
import { TemplateCode, type TemplateLanguage } from "./template-code";
import { type HtmlStartTag, type HtmlToken, tokenizeHtml } from "./tokens";

export const PARTS: readonly DocumentPart[] = ["attributes", "alt_text", "metadata"];

export const TRANSLATES =
  "Text, titles, alternative texts, placeholders, labels, button captions, and the description, keywords and title that search engines and previews show. The page's language and text direction are changed to those of the target language.";

const SAYS = {
  translates: TRANSLATES,
  leaves:
    'Scripts, styles, code, preformatted text, formulas, comments and elements marked translate="no" or notranslate.',
  parts: PARTS,
  bilingual: ["stacked"],
} as const;

/** Web pages and HTML fragments. */
export const html: Format = {
  id: "html",
  name: "HTML",
  extensions: ["html", "htm"],
  mediaTypes: ["text/html"],
  ...SAYS,
  translates: `${TRANSLATES} Texts in the front matter as for Markdown.`,
  parts: [...PARTS, "front_matter"],
  options: ["keys"],
  matches: (bytes, extension) =>
    looksLikeText(bytes) &&
    (html.extensions.includes(extension) ||
      (extension === "" && /^\s*<(?:!doctype html|html)[\s>]/i.test(peekText(bytes)))),
  open: (bytes, options) => openPage(html, bytes, options),
};

/** HTML in XML syntax, where any element may be self-closing. */
export const xhtml: Format = {
  id: "xhtml",
  name: "XHTML",
  extensions: ["xhtml", "xht"],
  mediaTypes: ["application/xhtml+xml"],
  ...SAYS,
  matches: (bytes, extension) =>
    looksLikeText(bytes) && (xhtml.extensions.includes(extension) || (extension === "" && isXhtml(peekText(bytes)))),
  open: (bytes, options) => openPage(xhtml, bytes, options),
};

/** `language`: the template language, if the page contains template code. */
export async function openPage(
  format: Format,
  bytes: Uint8Array,
  options: FormatOptions,
  language?: TemplateLanguage,
): Promise<OpenDocument> {
  const { exclude = [], keys } = options;
  const decoded = decodeText(bytes, { declared: declaredCharset });
  const matter = format.id === "xhtml" ? undefined : frontMatterOf(decoded.text);
  const front = matter === undefined ? undefined : frontMatter(matter, 0, keys);
  // Blanks the front matter, so that the offsets of the page stay.
  const source = matter === undefined ? decoded.text : " ".repeat(matter.length) + decoded.text.slice(matter.length);
  const code = new TemplateCode(source, language);
  const isXml = format.id === "xhtml" || language === "svelte" || isXhtml(source.slice(0, 4096));
  const tokens = tokenizeHtml(code.masked, isXml);
  const parts = new Set(PARTS.filter((part) => !exclude.includes(part)));
  const root = tokens.find((token): token is HtmlStartTag => token.type === "start" && token.name === "html");
  const declaredLanguage = root?.attributes.get("lang")?.value || root?.attributes.get("xml:lang")?.value;
  const isFrontRead = front !== undefined && !exclude.includes("front_matter");
  return textDocument(format, {
    decoded,
    slots: [...(isFrontRead ? front.slots : []), ...htmlSlots(tokens, source, parts, code)],
    declaredLanguage: declaredLanguage || front?.language,
    marks: (target) => [...(front?.marks(target) ?? []), ...(root ? languageMarks(root, tokens, target) : [])],
    warnings: isFrontRead ? leftWarning(front.left, KEYS_LEFT) : [],
    redeclare,
  });
}

function isXhtml(head: string): boolean {
  return /^\s*<\?xml[\s>]/.test(head) && /<html[\s>]/.test(head);
}

/** Patches that set the language and direction of a page; a fragment has none. */
export function languageMarks(root: HtmlStartTag, tokens: readonly HtmlToken[], target: string): Patch[] {
  const patches: Patch[] = [];
  const missing: string[] = [];
  const set = (name: string, value: string, needed: boolean) => {
    const attribute = root.attributes.get(name);
    if (attribute) patches.push(setValue(attribute, value));
    else if (needed) missing.push(` ${name}="${value}"`);
  };
  set("lang", target, !root.attributes.has("xml:lang"));
  set("xml:lang", target, false);
  set("dir", languageDirection(target), languageDirection(target) === "rtl");
  if (missing.length > 0) {
    const at = root.start + "<html".length;
    patches.push({ start: at, end: at, raw: [missing.join("")] });
  }
  const header = tokens.find(
    (token): token is HtmlStartTag =>
      token.type === "start" &&
      token.name === "meta" &&
      token.attributes.get("http-equiv")?.value.toLowerCase() === "content-language",
  );
  const content = header?.attributes.get("content");
  if (content) patches.push(setValue(content, target));
  const locale = tokens
    .find(
      (token): token is HtmlStartTag =>
        token.type === "start" && token.name === "meta" && token.attributes.get("property")?.value === "og:locale",
    )
    ?.attributes.get("content");
  // Open Graph uses underscores: en_US.
  return locale ? [...patches, setValue(locale, target.replaceAll("-", "_"))] : patches;
}

/** Bounded repetitions, so that a page with unfinished tags is read in linear time. */
const CHARSET = /<meta\s[^>]{0,500}?charset\s{0,20}=\s{0,20}["']?\s{0,20}([\w.:-]{1,40})/i;
const XML_ENCODING = /^\s{0,200}<\?xml\s[^>]{0,200}?encoding\s{0,20}=\s{0,20}["']([\w.:-]{1,40})/;

/** Browsers treat ISO-8859-1 and ASCII as windows-1252 (WHATWG Encoding Standard, 4.2). */
function declaredCharset(head: string): string | undefined {
  const name = (CHARSET.exec(head) ?? XML_ENCODING.exec(head))?.[1]?.toLowerCase();
  return name && /^(?:iso-?8859-?1|latin-?1|(?:us-)?ascii)$/.test(name) ? "windows-1252" : name;
}

function redeclare(text: string): string {
  const patches = [CHARSET, XML_ENCODING].flatMap((pattern) => {
    const match = pattern.exec(text);
    if (!match) return [];
    const end = match.index + match[0].length;
    return [{ start: end - match[1]!.length, end, raw: ["utf-8"] }];
  });
  return applyPatches(text, patches);
}
