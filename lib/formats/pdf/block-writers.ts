import { escapeXmlText } from "@/lib/formats/xml";
import { makeZip } from "@/lib/formats/zip";
import { languageDirection } from "@/lib/text/languages";
import type { Block } from "./blocks";
import type { Piece } from "./line";

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

/** A paragraph, or a table: rows of cells of paragraphs. */
type Part = { readonly block: Block } | { readonly rows: readonly (readonly (readonly Block[])[])[] };

/** Consecutive cells form a table; missing cells are empty. */
function partsOf(blocks: readonly Block[]): Part[] {
  const parts: (Part | { rows: Block[][][]; readonly table: number })[] = [];
  for (const block of blocks) {
    if (!block.cell) {
      parts.push({ block });
      continue;
    }
    const { table, row, column } = block.cell;
    let last = parts.at(-1);
    if (!last || !("table" in last) || last.table !== table) {
      last = { rows: [], table };
      parts.push(last);
    }
    while (last.rows.length <= row) last.rows.push([]);
    const cells = last.rows[row]!;
    while (cells.length <= column) cells.push([]);
    cells[column]!.push(block);
  }
  return parts.map((part) => ("block" in part ? part : { rows: squared(part.rows) }));
}

/** Removes empty rows and gives all rows the same length. */
function squared(rows: readonly (readonly (readonly Block[])[])[]): (readonly Block[])[][] {
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return rows
    .filter((row) => row.some((cell) => cell.length > 0))
    .map((row) => Array.from({ length: count }, (_, column) => row[column] ?? []));
}

function writeHtml(blocks: readonly Block[], language: string, title: string): Uint8Array {
  const paragraph = ({ pieces, level }: Block, plain = "p") => {
    const tag = level === 0 ? plain : `h${level}`;
    return `<${tag}>${pieces.map(htmlPiece).join("")}</${tag}>`;
  };
  const cell = (content: readonly Block[]) => {
    const [only] = content;
    const inner =
      only && content.length === 1
        ? only.pieces.map(htmlPiece).join("")
        : content.map((one) => paragraph(one)).join("");
    return `<td>${inner}</td>`;
  };
  const body = partsOf(blocks).map((part) =>
    "block" in part
      ? paragraph(part.block)
      : `<table>\n${part.rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("\n")}\n</table>`,
  );
  const head = `<meta charset="utf-8">\n<title>${escapeXmlText(title)}</title>`;
  return Buffer.from(
    `<!DOCTYPE html>\n<html lang="${language}" dir="${languageDirection(language)}">\n<head>\n${head}\n</head>\n<body>\n${body.join("\n")}\n</body>\n</html>\n`,
  );
}

function htmlPiece({ text, style: { face, shift } }: Piece, _: number, all: readonly Piece[]): string {
  let out = escapeXmlText(text);
  // A text that is entirely bold is a heading, which is bold by its style.
  if (face.bold && all.length > 1) out = `<b>${out}</b>`;
  if (face.italic) out = `<i>${out}</i>`;
  if (shift !== 0) out = shift > 0 ? `<sup>${out}</sup>` : `<sub>${out}</sub>`;
  return out;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

const BORDERS = `<w:tblBorders>${["top", "left", "bottom", "right", "insideH", "insideV"]
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`)
  .join("")}</w:tblBorders>`;

function wordRun({ text, style: { face, shift } }: Piece, rtl: boolean): string {
  const properties = [
    ...(face.bold ? ["<w:b/><w:bCs/>"] : []),
    ...(face.italic ? ["<w:i/><w:iCs/>"] : []),
    ...(/^#0{6}$/.test(face.color) ? [] : [`<w:color w:val="${face.color.slice(1).toUpperCase()}"/>`]),
    ...(shift === 0 ? [] : [`<w:vertAlign w:val="${shift > 0 ? "superscript" : "subscript"}"/>`]),
    ...(rtl ? ["<w:rtl/>"] : []),
  ].join("");
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escapeXmlText(text)}</w:t></w:r>`;
}

/** A minimal Word document (ECMA-376 part 1, section 11) with heading styles. */
function writeDocx(blocks: readonly Block[], language: string): Uint8Array {
  const rtl = languageDirection(language) === "rtl";
  const paragraph = ({ pieces, level }: Block) => {
    const properties = `${level ? `<w:pStyle w:val="Heading${level}"/>` : ""}${rtl ? "<w:bidi/>" : ""}`;
    return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${pieces.map((piece) => wordRun(piece, rtl)).join("")}</w:p>`;
  };
  const cell = (content: readonly Block[]) =>
    `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${content.map(paragraph).join("") || "<w:p/>"}</w:tc>`;
  const body = partsOf(blocks).map((part) => {
    if ("block" in part) return paragraph(part.block);
    const columns = part.rows[0]!.map(() => `<w:gridCol w:w="${Math.floor(9_000 / part.rows[0]!.length)}"/>`).join("");
    const rows = part.rows.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("");
    // Word merges consecutive tables without a paragraph between them.
    return `<w:tbl><w:tblPr>${rtl ? "<w:bidiVisual/>" : ""}<w:tblW w:w="0" w:type="auto"/>${BORDERS}</w:tblPr><w:tblGrid>${columns}</w:tblGrid>${rows}</w:tbl><w:p/>`;
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
    ["word/document.xml", `<w:document xmlns:w="${W}"><w:body>${body.join("")}${section}</w:body></w:document>`],
    [
      "word/styles.xml",
      `<w:styles xmlns:w="${W}"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/><w:szCs w:val="22"/>${languages}</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${headings.join("")}</w:styles>`,
    ],
  ];
  return makeZip(entries.map(([name, xml]) => [name, Buffer.from(XML + xml)] as const));
}
