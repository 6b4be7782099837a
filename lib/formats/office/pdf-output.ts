import { escapeXmlText } from "@/lib/formats/xml";
import { makeZip } from "@/lib/formats/zip";
import { languageDirection } from "@/lib/text/languages";
import type { Block } from "./pdf-text";

/** Writes paragraphs and headings as a new document. */
export type BlockWriter = {
  readonly mediaType: string;
  readonly extension: string;
  write(blocks: readonly Block[], language: string, title: string): Uint8Array;
};

export const BLOCK_WRITERS: Readonly<Record<"docx" | "html" | "txt", BlockWriter>> = {
  docx: {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    extension: "docx",
    write: writeDocx,
  },
  html: { mediaType: "text/html", extension: "html", write: writeHtml },
  txt: {
    mediaType: "text/plain",
    extension: "txt",
    write: (blocks) => Buffer.from(blocks.map(({ text }) => `${text}\n`).join("\n")),
  },
};

function writeHtml(blocks: readonly Block[], language: string, title: string): Uint8Array {
  const body = blocks.map(({ text, level }) => {
    const tag = level === 0 ? "p" : `h${level}`;
    return `<${tag}>${escapeXmlText(text)}</${tag}>`;
  });
  const head = `<meta charset="utf-8">\n<title>${escapeXmlText(title)}</title>`;
  return Buffer.from(
    `<!DOCTYPE html>\n<html lang="${language}" dir="${languageDirection(language)}">\n<head>\n${head}\n</head>\n<body>\n${body.join("\n")}\n</body>\n</html>\n`,
  );
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** A minimal Word document (ECMA-376 part 1, section 11) with heading styles. */
function writeDocx(blocks: readonly Block[], language: string): Uint8Array {
  const rtl = languageDirection(language) === "rtl";
  const paragraphs = blocks.map(({ text, level }) => {
    const properties = `${level ? `<w:pStyle w:val="Heading${level}"/>` : ""}${rtl ? "<w:bidi/>" : ""}`;
    const run = `<w:r>${rtl ? "<w:rPr><w:rtl/></w:rPr>" : ""}<w:t xml:space="preserve">${escapeXmlText(text)}</w:t></w:r>`;
    return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${run}</w:p>`;
  });
  const section = `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>`;
  const headings = [32, 28, 24].map(
    (size, i) =>
      `<w:style w:type="paragraph" w:styleId="Heading${i + 1}"><w:name w:val="heading ${i + 1}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="240"/><w:outlineLvl w:val="${i}"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`,
  );
  const languages = `<w:lang w:val="${language}" w:eastAsia="${language}" w:bidi="${language}"/>`;
  const entries: [string, string][] = [
    [
      "[Content_Types].xml",
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    ],
    [
      "_rels/.rels",
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      "word/_rels/document.xml.rels",
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ["word/document.xml", `<w:document xmlns:w="${W}"><w:body>${paragraphs.join("")}${section}</w:body></w:document>`],
    [
      "word/styles.xml",
      `<w:styles xmlns:w="${W}"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/><w:szCs w:val="22"/>${languages}</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${headings.join("")}</w:styles>`,
    ],
  ];
  return makeZip(entries.map(([name, xml]) => [name, Buffer.from(XML + xml)] as const));
}
