import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { DocumentPart, Format } from "@/lib/formats/format";
import { textDocument } from "@/lib/formats/text-document";
import { languageMarks } from "./html";
import { htmlSlots } from "./slots";
import { type HtmlStartTag, type HtmlToken, matchTags, tokenizeHtml } from "./tokens";

const PARTS: readonly DocumentPart[] = ["attributes", "alt_text"];

/** MJML, from which HTML e-mails are generated. */
export const mjml: Format = {
  id: "mjml",
  name: "MJML",
  extensions: ["mjml"],
  mediaTypes: ["text/mjml"],
  translates:
    "Texts, buttons, title and preview, with the HTML in them, titles and alternative texts. Language and text direction are changed to those of the target language.",
  leaves:
    'Styles, default attributes, included files, comments, template markers and elements marked translate="no" or notranslate.',
  parts: PARTS,
  matches: (bytes, extension) =>
    looksLikeText(bytes) &&
    (extension === "mjml" || (extension === "" && /^\s*(?:<!--[^>]{0,500}-->\s*)?<mjml[\s>]/i.test(peekText(bytes)))),
  async open(bytes, { exclude }) {
    const decoded = decodeText(bytes);
    const tokens = withoutStyles(tokenizeHtml(decoded.text, true));
    const root = tokens.find((token): token is HtmlStartTag => token.type === "start" && token.name === "mjml");
    return textDocument(mjml, {
      decoded,
      slots: htmlSlots(tokens, decoded.text, new Set(PARTS.filter((part) => !exclude?.includes(part)))),
      declaredLanguage: root?.attributes.get("lang")?.value || undefined,
      marks: (target) => (root ? languageMarks(root, tokens, target) : []),
    });
  },
};

const LEFT = new Set(["mj-style", "mj-attributes", "mj-html-attributes"]);

/** Replaces elements without texts by codes. */
function withoutStyles(tokens: readonly HtmlToken[]): HtmlToken[] {
  const ends = matchTags(tokens);
  const kept: HtmlToken[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const last = token.type === "start" && LEFT.has(token.name) ? (ends.get(token) ?? index) : index;
    kept.push(last === index ? token : { type: "other", start: token.start, end: tokens[last]!.end });
    index = last;
  }
  return kept;
}
