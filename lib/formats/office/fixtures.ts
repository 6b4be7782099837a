import { makeZip, ZipArchive } from "@/lib/formats/zip";

/** Small office files made of parts, for tests only. */

export type Parts = Readonly<Record<string, string>>;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPC = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPE = "application/vnd.openxmlformats-officedocument";

export const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
export const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
export const R = `xmlns:r="${OFFICE}"`;

/** An archive of texts; `mimetype` is stored, as OpenDocument and EPUB ask. */
export function zipOf(parts: Parts): Uint8Array {
  const entries = Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)] as const);
  return makeZip(entries, ["mimetype"]);
}

/** The text of one part of an archive. */
export function partOf(bytes: Uint8Array, name: string): string {
  const archive = ZipArchive.open(bytes);
  return archive.read(archive.find(name)!).toString("utf8");
}

/** A part of an Office package: its content type without the common beginning, and who refers to it. */
type OpcPart = { readonly xml: string; readonly type: string; readonly from?: string };

/** An Office package with content types and relationships for its parts. A part without `from` is the main one. */
export function opcOf(parts: Readonly<Record<string, OpcPart>>, more: Parts = {}): Uint8Array {
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

/** A Word document of that body, with styles, settings and whatever other parts it is given. */
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

/** `w:p` of runs, each plain or with the properties given. */
export function p(...runs: readonly (string | readonly [text: string, properties: string])[]): string {
  return `<w:p>${runs.map((run) => (typeof run === "string" ? r(run) : r(...run))).join("")}</w:p>`;
}

/** `w:r` of text that is XML already; what begins with `<` is no text but content of the run. */
export function r(content: string, properties = ""): string {
  const inner = content.startsWith("<") ? content : `<w:t xml:space="preserve">${content}</w:t>`;
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}${inner}</w:r>`;
}
