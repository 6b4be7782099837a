import { decodeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import { declaredXmlEncoding, redeclareXml } from "@/lib/formats/l10n/xml-source";
import { textDocument } from "@/lib/formats/text-document";
import { childOf, escapeXmlText, parseXml, type XmlElement } from "@/lib/formats/xml";
import { readDocument } from "./xml";

/** Books of the FictionBook schema 2.0. A `.fb2.zip` is a ZIP of such documents. */
export const fb2: Format = {
  id: "fb2",
  name: "FictionBook",
  extensions: ["fb2"],
  mediaTypes: ["application/x-fictionbook+xml"],
  translates: "Titles, paragraphs, verses, quotations, notes, the annotation and keywords. The language is updated.",
  leaves: "Authors, genres, dates, publishers, identifiers, code, styles and pictures.",
  matches: (bytes, extension) =>
    (extension === "fb2" || extension === "") && /<(?:\w{1,20}:)?FictionBook[\s>]/.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
    const document = parseXml(decoded.text, { keepReferences: true, skipSubset: true });
    const path = ["description", "title-info", "lang"];
    const language = path.reduce<XmlElement | undefined>((at, name) => at && childOf(at, name), document.root);
    return textDocument(fb2, {
      decoded,
      ...readDocument(document, options, LEFT),
      declaredLanguage: language ? document.text(language).trim() || undefined : undefined,
      marks: (target) =>
        language && language.end > language.openEnd
          ? [{ start: language.openEnd, end: language.closeStart, raw: [escapeXmlText(target)] }]
          : [],
      redeclare: redeclareXml,
    });
  },
};

const LEFT = new Set(
  "genre author translator coverpage date lang src-lang sequence document-info publish-info custom-info binary stylesheet".split(
    " ",
  ),
);
