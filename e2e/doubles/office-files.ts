import { parseXml } from "@/lib/formats/xml";
import { makeZip, ZipArchive } from "@/lib/formats/zip";

/** Parts of a small office file for tests, by name. */

export type Parts = Readonly<Record<string, string>>;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPC = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPE = "application/vnd.openxmlformats-officedocument";

export const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
export const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const R = `xmlns:r="${OFFICE}"`;

/** A zip archive of texts. `mimetype` is stored uncompressed, as OpenDocument and EPUB require. */
export function zipOf(parts: Parts): Uint8Array {
  const entries = Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)] as const);
  return makeZip(entries, ["mimetype"]);
}

/** The text of one part of an archive. */
export function partOf(bytes: Uint8Array, name: string): string {
  const archive = ZipArchive.open(bytes);
  return archive.read(archive.find(name)!).toString("utf8");
}

/** Throws unless every entry can be decompressed and every XML part is well-formed. */
export function checkParts(bytes: Uint8Array): void {
  const archive = ZipArchive.open(bytes);
  for (const entry of archive.entries) {
    const content = archive.read(entry);
    if (/\.(xml|rels|opf|ncx|xhtml)$/.test(entry.name))
      parseXml(content.toString("utf8"), { part: entry.name, keepReferences: true });
  }
}

/** A part of an Office package: its content type without the common prefix, and the parts that refer to it. */
type OpcPart = { readonly xml: string; readonly type: string; readonly from?: string };

/**
 * An Office package, with the content types and relationships of its parts. The part without `from` is the main one.
 */
function opcOf(parts: Readonly<Record<string, OpcPart>>, more: Parts = {}): Uint8Array {
  const types = Object.entries(parts).map(([name, { type }]) => {
    const full = type.includes("/") ? type : `${TYPE}.${type}+xml`;
    return `<Override PartName="/${name}" ContentType="${full}"/>`;
  });
  const relationships = new Map<string, string[]>();
  Object.entries(parts).forEach(([name, { type, from = "" }], index) => {
    const kind = type.split(".").at(-1)!.replace("main", "officeDocument");
    const list = relationships.get(from) ?? [];
    list.push(`<Relationship Id="rId${index}" Type="${OFFICE}/${kind}" Target="/${name}"/>`);
    relationships.set(from, list);
  });
  const entries: [string, string][] = [
    [
      "[Content_Types].xml",
      `${XML}<Types xmlns="${OPC}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.join("")}</Types>`,
    ],
    ...[...relationships].map(([from, list]): [string, string] => {
      const slash = from.lastIndexOf("/") + 1;
      const name = `${from.slice(0, slash)}_rels/${from.slice(slash)}.rels`;
      return [name, `${XML}<Relationships xmlns="${OPC}/relationships">${list.join("")}</Relationships>`];
    }),
    ...Object.entries(parts).map(([name, { xml }]): [string, string] => [name, XML + xml]),
    ...Object.entries(more),
  ];
  return zipOf(Object.fromEntries(entries));
}

const MAIN = "word/document.xml";

/** A Word document with this body, styles, settings and other parts. */
export function docxOf(body: string, others: Readonly<Record<string, OpcPart>> = {}, more: Parts = {}): Uint8Array {
  const namespaces = [
    W,
    R,
    A,
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
    'xmlns:v="urn:schemas-microsoft-com:vml"',
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
    'mc:Ignorable="w14"',
  ].join(" ");
  return opcOf(
    {
      [MAIN]: {
        type: "wordprocessingml.document.main",
        xml: `<w:document ${namespaces}><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
      },
      "word/styles.xml": {
        type: "wordprocessingml.styles",
        from: MAIN,
        xml: `<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/><w:lang w:val="en-US" w:eastAsia="en-US" w:bidi="ar-SA"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>`,
      },
      "word/settings.xml": {
        type: "wordprocessingml.settings",
        from: MAIN,
        xml: `<w:settings ${W}><w:themeFontLang w:val="en-US"/></w:settings>`,
      },
      ...others,
    },
    more,
  );
}

/** A `w:p` of runs, each with or without properties. */
export function p(...runs: readonly (string | readonly [text: string, properties: string])[]): string {
  return `<w:p>${runs.map((run) => (typeof run === "string" ? r(run) : r(...run))).join("")}</w:p>`;
}

/** A `w:r` of XML text. Content that begins with `<` is inserted as an element. */
export function r(content: string, properties = ""): string {
  const inner = content.startsWith("<") ? content : `<w:t xml:space="preserve">${content}</w:t>`;
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}${inner}</w:r>`;
}

export const X = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** Cells of a sheet: `A1` → a number, `"s3"` for shared string 3, or a cell's XML. */
export type Sheet = {
  readonly cells: Readonly<Record<string, string | number>>;
  readonly hidden?: boolean;
  readonly more?: string;
};

/** A workbook with these shared strings (each the content of `si`) and sheets. */
export function xlsxOf(
  strings: readonly string[],
  sheets: Readonly<Record<string, Sheet>>,
  others: Readonly<Record<string, OpcPart>> = {},
): Uint8Array {
  const main = "xl/workbook.xml";
  const names = Object.keys(sheets);
  const parts: Record<string, OpcPart> = {
    [main]: {
      type: "spreadsheetml.sheet.main",
      xml: `<workbook ${X} ${R}><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}"${sheets[name]!.hidden ? ' state="hidden"' : ""} r:id="rId${i + 1}"/>`).join("")}</sheets></workbook>`,
    },
  };
  names.forEach((name, i) => {
    const { cells, more = "" } = sheets[name]!;
    const rows = new Map<string, string[]>();
    for (const [reference, value] of Object.entries(cells)) {
      const number = reference.replace(/\D/g, "");
      const shared = typeof value === "string" && /^s\d+$/.test(value);
      const cell = shared
        ? `<c r="${reference}" t="s"><v>${value.slice(1)}</v></c>`
        : typeof value === "number"
          ? `<c r="${reference}"><v>${value}</v></c>`
          : value.replace("<c", `<c r="${reference}"`);
      rows.set(number, [...(rows.get(number) ?? []), cell]);
    }
    const data = [...rows].map(([number, row]) => `<row r="${number}">${row.join("")}</row>`).join("");
    parts[`xl/worksheets/sheet${i + 1}.xml`] = {
      type: "spreadsheetml.worksheet",
      from: main,
      xml: `<worksheet ${X} ${R}><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetData>${data}</sheetData>${more}</worksheet>`,
    };
  });
  parts["xl/sharedStrings.xml"] = {
    type: "spreadsheetml.sharedStrings",
    from: main,
    xml: `<sst ${X} count="${strings.length}" uniqueCount="${strings.length}">${strings.map((string) => `<si>${string}</si>`).join("")}</sst>`,
  };
  return opcOf({ ...parts, ...others });
}

export const P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

/** An `a:p` of runs, each with or without attributes of its properties. */
export function ap(...runs: readonly (string | readonly [text: string, properties: string])[]): string {
  const run = (text: string, properties = "") =>
    text.startsWith("<") ? text : `<a:r>${properties && `<a:rPr ${properties}/>`}<a:t>${text}</a:t></a:r>`;
  return `<a:p>${runs.map((text) => (typeof text === "string" ? run(text) : run(...text))).join("")}</a:p>`;
}

/**
 * A presentation whose slides each have one text box of paragraphs. Slides are shown in the reverse order of their part
 * names.
 */
export function pptxOf(slides: readonly string[], others: Readonly<Record<string, OpcPart>> = {}): Uint8Array {
  const main = "ppt/presentation.xml";
  const names = slides.map((_, i) => `ppt/slides/slide${slides.length - i}.xml`);
  const parts: Record<string, OpcPart> = {
    [main]: {
      type: "presentationml.presentation.main",
      xml: `<p:presentation ${P} ${R}><p:sldIdLst>${slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join("")}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    },
  };
  slides.forEach((content, i) => {
    parts[names[i]!] = {
      type: "presentationml.slide",
      from: main,
      xml: `<p:sld ${P} ${A} ${R} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="Title 1"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="1000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/>${content}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    };
  });
  return opcOf({ ...parts, ...others });
}

const ODF = ["office", "text", "table", "style", "meta", "presentation"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:officeooo="http://openoffice.org/2009/office"',
    'office:version="1.3"',
  )
  .join(" ");

/** An OpenDocument file: the content of `office:text`, `office:spreadsheet` or `office:presentation`. */
export function odfOf(
  kind: "text" | "spreadsheet" | "presentation",
  body: string,
  { automatic = "", masters = "" }: { automatic?: string; masters?: string } = {},
  more: Parts = {},
): Uint8Array {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  return zipOf({
    mimetype: type,
    "content.xml": `${XML}<office:document-content ${ODF}><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    "styles.xml": `${XML}<office:document-styles ${ODF}><office:styles><style:default-style style:family="paragraph"><style:paragraph-properties style:writing-mode="page"/><style:text-properties fo:language="en" fo:country="US" style:language-asian="zh" style:country-asian="CN"/></style:default-style></office:styles><office:automatic-styles><style:page-layout style:name="pm1"><style:page-layout-properties style:writing-mode="lr-tb"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm1">${masters}</style:master-page></office:master-styles></office:document-styles>`,
    "meta.xml": `${XML}<office:document-meta ${ODF}><office:meta><dc:title>The title</dc:title><dc:creator>Jane Doe</dc:creator><dc:language>en-US</dc:language></office:meta></office:document-meta>`,
    "META-INF/manifest.xml": `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="meta.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    ...more,
  });
}

/** A page of a book. `head` is added to its head. */
export function page(body: string, title = "Page"): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
}

/** An EPUB 3 book with navigation and NCX. Pages are shown in the reverse order of their names. */
export function epubOf(pages: Readonly<Record<string, string>>, more: Parts = {}): Uint8Array {
  const names = Object.keys(pages);
  const spine = names.toReversed();
  return zipOf({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    "OEBPS/book.opf": `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:0d7f1ec2-3d1b-4b6e-8f4e-2f7d6a0c9b11</dc:identifier><dc:title>The book</dc:title><dc:language>en</dc:language><dc:creator>Jane Doe</dc:creator><meta property="dcterms:modified">2024-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>${names.map((name, i) => `<item id="p${i}" href="${encodeURI(name)}" media-type="application/xhtml+xml"/>`).join("")}</manifest><spine toc="ncx">${spine.map((name) => `<itemref idref="p${names.indexOf(name)}"/>`).join("")}</spine></package>`,
    "OEBPS/nav.xhtml": page(
      `<nav epub:type="toc"><ol><li><a href="${encodeURI(spine[0]!)}">Chapter one</a></li></ol></nav>`,
      "Contents",
    ),
    "OEBPS/toc.ncx": `${XML}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="en"><head><meta name="dtb:uid" content="urn:uuid:0d7f1ec2-3d1b-4b6e-8f4e-2f7d6a0c9b11"/></head><docTitle><text>The book</text></docTitle><navMap><navPoint id="n1" playOrder="1"><navLabel><text>Chapter one</text></navLabel><content src="${encodeURI(spine[0]!)}"/></navPoint></navMap></ncx>`,
    ...Object.fromEntries(names.map((name) => [`OEBPS/${name}`, pages[name]!])),
    ...more,
  });
}
