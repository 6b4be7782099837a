import { crc32, deflateRawSync } from "node:zlib";
import { docxOf, odfOf, p, partOf, xlsxOf, zipOf } from "@/e2e/doubles/office-files";
import { ZipArchive } from "@/lib/formats/zip";

/**
 * Files made to hang, exhaust or mislead a parser, each with the expected response: the code, and optionally the
 * reason.
 */
export type HostileDocument = {
  readonly what: string;
  readonly name: string;
  readonly make: () => Uint8Array | string;
  readonly answer: RegExp;
  /** True to run only in the long tests. */
  readonly isSlow?: boolean;
};

const REFUSED = /^422 unreadable_file (hostile|corrupt|too_complex|timeout|memory)$/;
const HOSTILE = /^422 unreadable_file hostile$/;
const CORRUPT = /^422 unreadable_file corrupt$/;
/** Rejected at once or stopped at the deadline, depending on the machine's speed. */
const STOPPED = /^422 unreadable_file (too_complex|hostile|timeout|memory)$/;
/** Harmless for a linear parser, which finds no text or translates the existing text. */
const HARMLESS = /^(200|422 no_translatable_text no_text|422 unreadable_file (corrupt|too_complex|hostile|timeout))$/;

const repeat = (text: string, times: number) => text.repeat(times);

export const HOSTILE_DOCUMENTS: readonly HostileDocument[] = [
  ...archives(),
  ...markup(),
  ...markdown(),
  ...data(),
  ...misleading(),
];

function archives(): HostileDocument[] {
  const document = partOf(docxOf(p("The house is big.")), "word/document.xml");
  const withEntries = (...more: RawEntry[]) => rawZip([...entriesOf(docxOf(p("The house is big."))), ...more]);
  const withDocument = (xml: string) =>
    rawZip(
      entriesOf(docxOf(p("x"))).map((entry) =>
        entry.name === "word/document.xml" ? { ...entry, data: buffer(xml) } : entry,
      ),
    );
  return [
    {
      what: "an archive that unpacks to 300 MB",
      name: "a.docx",
      make: () => withEntries(...[1, 2, 3].map((n) => ({ name: `word/${n}.xml`, data: Buffer.alloc(100 << 20) }))),
      answer: HOSTILE,
    },
    {
      what: "a document part that unpacks to 120 MB",
      name: "a.docx",
      make: () => withDocument(`${document.slice(0, -1)} ${repeat(" ", 120 << 20)}>`),
      answer: REFUSED,
    },
    {
      what: "an entry that is larger than it says",
      name: "a.docx",
      make: () =>
        rawZip(
          entriesOf(docxOf(p(repeat("The house is big. ", 5_000)))).map((entry) =>
            entry.name === "word/document.xml" ? { ...entry, size: 1_000 } : entry,
          ),
        ),
      answer: REFUSED,
    },
    {
      what: "entries that share one another's bytes",
      name: "a.docx",
      make: () => withEntries({ name: "word/copy.xml", data: buffer("x"), sameAs: "word/document.xml" }),
      answer: REFUSED,
    },
    ...["../../etc/passwd", "/etc/passwd", "C:\\Windows\\x.xml", "..\\x.xml", "word/a\0b.xml"].map((name) => ({
      what: `an entry called ${JSON.stringify(name)}`,
      name: "a.docx",
      make: () => withEntries({ name, data: buffer("x") }),
      answer: REFUSED,
    })),
    {
      what: "two entries of one name",
      name: "a.docx",
      make: () => withEntries({ name: "word/document.xml", data: buffer("<other/>") }),
      answer: REFUSED,
    },
    {
      what: "60,000 entries",
      name: "a.docx",
      make: () => withEntries(...Array.from({ length: 60_000 }, (_, i) => ({ name: `x/${i}`, data: Buffer.alloc(0) }))),
      answer: REFUSED,
    },
    {
      what: "an entry called __proto__ beside the others",
      name: "a.docx",
      make: () => withEntries({ name: "__proto__", data: buffer("x") }),
      answer: /^200$/,
    },
    {
      what: "an archive behind a PDF",
      name: "a.docx",
      make: () => Buffer.concat([buffer("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"), docxOf(p("The house is big."))]),
      answer: REFUSED,
    },
    {
      what: "half an archive",
      name: "a.docx",
      make: () => docxOf(p("The house is big.")).subarray(0, 600),
      answer: CORRUPT,
    },
    {
      what: "an archive with a byte changed in its middle",
      name: "a.docx",
      make: () => {
        const bytes = Buffer.from(docxOf(p(repeat("The house is big. ", 500))));
        const at = bytes.indexOf("word/document.xml") + 40;
        bytes[at]! ^= 0xff;
        return bytes;
      },
      answer: CORRUPT,
    },
    {
      what: "an archive of archives, without a document",
      name: "a.docx",
      make: () => rawZip([{ name: "inner.zip", data: Buffer.from(docxOf(p("x"))) }]),
      answer: CORRUPT,
    },
    {
      what: "macros in a document whose kind has none",
      name: "a.docm",
      make: () => withEntries({ name: "word/vbaProject.bin", data: buffer("x") }),
      answer: /^422 unreadable_file macros$/,
    },
    {
      what: "macros under a harmless name",
      name: "a.docx",
      make: () =>
        rawZip(
          entriesOf(docxOf(p("The house is big."))).map((entry) =>
            entry.name === "[Content_Types].xml"
              ? {
                  ...entry,
                  data: buffer(
                    entry.data
                      .toString()
                      .replace(
                        /application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml/,
                        "application/vnd.ms-word.document.macroEnabled.main+xml",
                      ),
                  ),
                }
              : entry,
          ),
        ),
      answer: /^(200|422 unreadable_file macros)$/,
    },
    {
      what: "an Office file that is encrypted",
      name: "a.docx",
      make: () =>
        Buffer.concat([
          Buffer.from("d0cf11e0a1b11ae1", "hex"),
          Buffer.alloc(600),
          Buffer.from("EncryptedPackage", "utf16le"),
          Buffer.alloc(600),
        ]),
      answer: /^422 unreadable_file encrypted$/,
    },
    {
      what: "an OpenDocument that is encrypted",
      name: "a.odt",
      make: () =>
        odfOf(
          "text",
          "<text:p>The house</text:p>",
          {},
          {
            "META-INF/manifest.xml":
              '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="900"><manifest:encryption-data manifest:checksum-type="SHA1/1K" manifest:checksum="AAAA"><manifest:algorithm manifest:algorithm-name="Blowfish CFB" manifest:initialisation-vector="AAAA"/></manifest:encryption-data></manifest:file-entry></manifest:manifest>',
          },
        ),
      answer: /^422 unreadable_file encrypted$/,
    },
    {
      what: "100,000 elements inside one another",
      name: "a.docx",
      make: () =>
        withDocument(
          document.replace("<w:sectPr>", `${repeat("<w:sdt>", 100_000)}${repeat("</w:sdt>", 100_000)}<w:sectPr>`),
        ),
      answer: REFUSED,
    },
    {
      what: "entities that multiply, in a document part",
      name: "a.docx",
      make: () =>
        withDocument(
          document
            .replace("<w:document", `${billionLaughs("w:document")}<w:document`)
            .replace("<w:sectPr>", "&lol9;<w:sectPr>"),
        ),
      answer: REFUSED,
    },
    {
      what: "200,000 attributes in a document part",
      isSlow: true,
      name: "a.docx",
      make: () =>
        withDocument(
          document.replace(
            "<w:sectPr>",
            `<w:p ${Array.from({ length: 200_000 }, (_, i) => `a${i}="x"`).join(" ")}/><w:sectPr>`,
          ),
        ),
      answer: /^(200|422 unreadable_file (too_complex|hostile|corrupt|timeout))$/,
    },
    {
      what: "a cell that is the billionth shared string",
      name: "a.xlsx",
      make: () => xlsxOf(["<t>The house</t>"], { One: { cells: { A1: "s0", A2: "s999999999" } } }),
      answer: /^(200|422 unreadable_file corrupt)$/,
    },
    {
      what: "a book whose container is nothing",
      name: "a.epub",
      make: () => zipOf({ mimetype: "application/epub+zip", "META-INF/container.xml": "<container/>" }),
      answer: CORRUPT,
    },
  ];
}

function markup(): HostileDocument[] {
  const xliff = (doctype: string, text: string) =>
    `<?xml version="1.0"?>${doctype}<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" datatype="plaintext"><body><trans-unit id="1"><source>${text}</source></trans-unit></body></file></xliff>`;
  return [
    {
      what: "entities that multiply a billion times",
      name: "a.xlf",
      make: () => xliff(billionLaughs("xliff"), "&lol9;"),
      answer: REFUSED,
    },
    {
      what: "an entity that is a file of the server",
      name: "a.xlf",
      make: () => xliff('<!DOCTYPE xliff [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "The house &x;"),
      answer: REFUSED,
    },
    {
      what: "a parameter entity from the network",
      name: "strings.xml",
      make: () =>
        '<?xml version="1.0"?><!DOCTYPE resources [<!ENTITY % x SYSTEM "http://192.0.2.1/x.dtd"> %x;]><resources><string name="a">The house</string></resources>',
      // Android's own files declare entities. The format keeps declarations without interpreting them.
      answer: /^200$/,
    },
    {
      what: "200,000 elements inside one another",
      name: "strings.xml",
      make: () =>
        `<resources><string name="a">${repeat("<b>", 200_000)}x${repeat("</b>", 200_000)}</string></resources>`,
      answer: REFUSED,
    },
    {
      what: "XML that ends in the middle of a tag",
      name: "a.resx",
      make: () => '<?xml version="1.0"?><root><data name="a"><value>The house</val',
      answer: CORRUPT,
    },
    {
      what: "a page of 200,000 elements inside one another",
      name: "a.html",
      make: () => `<!doctype html>${repeat("<div>", 200_000)}The house${repeat("</div>", 200_000)}`,
      answer: HARMLESS,
    },
    {
      what: "100,000 bold elements that nobody closes",
      name: "a.html",
      make: () => `<!doctype html><p>${repeat("<b>", 100_000)}The house`,
      answer: HARMLESS,
    },
    {
      what: "a tag with 200,000 attributes",
      isSlow: true,
      name: "a.html",
      make: () => `<!doctype html><p ${Array.from({ length: 200_000 }, (_, i) => `a${i}=x`).join(" ")}>1</p>`,
      answer: HARMLESS,
    },
    {
      what: "half a million open angle brackets",
      name: "a.html",
      make: () => `<!doctype html><p>${repeat("<!--<", 500_000)}`,
      answer: HARMLESS,
    },
  ];
}

function billionLaughs(root: string): string {
  const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY lol${i + 1} "${repeat(`&lol${i};`, 10)}">`).join("");
  return `<!DOCTYPE ${root} [<!ENTITY lol0 "lol">${levels}]>`;
}

function markdown(): HostileDocument[] {
  return [
    { what: "50,000 quotes inside one another", name: "a.md", make: () => repeat(">", 50_000), answer: STOPPED },
    {
      what: "quotes inside one another with spaces between",
      name: "a.md",
      make: () => `${repeat("> ", 25_000)}x`,
      answer: STOPPED,
    },
    {
      what: "2,500 lists inside one another",
      name: "a.md",
      make: () => Array.from({ length: 2_500 }, (_, i) => `${repeat("  ", i)}- x`).join("\n"),
      answer: STOPPED,
    },
    {
      what: "runs of backticks that grow",
      name: "a.md",
      make: () => Array.from({ length: 1_500 }, (_, i) => `e${repeat("`", i)}`).join(""),
      answer: HARMLESS,
    },
    { what: "20,000 links that do not end", name: "a.md", make: () => repeat("[a](<b", 20_000), answer: HARMLESS },
    {
      what: "50,000 brackets inside one another",
      name: "a.md",
      make: () => `${repeat("[", 50_000)}a${repeat("]", 50_000)}`,
      answer: HARMLESS,
    },
    {
      what: "100,000 marks of emphasis",
      name: "a.md",
      make: () => repeat("*a **a ", 50_000),
      answer: HARMLESS,
    },
    {
      what: "30,000 definitions of links",
      name: "a.md",
      make: () => Array.from({ length: 30_000 }, (_, i) => `[a${i}]: b\n`).join(""),
      answer: HARMLESS,
    },
    {
      what: "a table of 20,000 columns",
      isSlow: true,
      name: "a.md",
      make: () => `${repeat("|a", 20_000)}|\n${repeat("|-", 20_000)}|\n`,
      answer: HARMLESS,
    },
    { what: "MDX that opens 5,000 braces", name: "a.mdx", make: () => repeat("{", 5_000), answer: REFUSED },
    {
      what: "front matter of aliases that multiply",
      name: "a.md",
      make: () => `---\n${yamlBomb()}title: The house\n---\n\nThe house.\n`,
      answer: HARMLESS,
    },
  ];
}

function yamlBomb(): string {
  return `${["a: &a [x, x]", ..."bcdefghijklmnopqrstuvwxyz".split("").map((letter, i) => `${letter}: &${letter} [${repeat(`*${"abcdefghijklmnopqrstuvwxyz"[i]}, `, 9)}x]`)].join("\n")}\n`;
}

function data(): HostileDocument[] {
  const depth = 200_000;
  return [
    { what: "aliases that multiply", name: "a.yaml", make: () => yamlBomb(), answer: HARMLESS },
    {
      what: "20,000 lists inside one another",
      name: "a.yaml",
      make: () => `${repeat("[", 20_000)}${repeat("]", 20_000)}`,
      answer: REFUSED,
    },
    { what: "10,000 mappings inside one another", name: "a.yaml", make: () => repeat("? ", 10_000), answer: HARMLESS },
    {
      what: "200,000 lists inside one another",
      name: "a.json",
      make: () => `${repeat("[", depth)}${repeat("]", depth)}`,
      answer: REFUSED,
    },
    {
      what: "200,000 objects inside one another",
      name: "a.json",
      make: () => `${repeat('{"a":', depth)}1${repeat("}", depth)}`,
      answer: REFUSED,
    },
    {
      what: "an object that sets its own prototype",
      name: "a.json",
      make: () => '{"__proto__": {"toString": "The house is big"}, "constructor": {"prototype": "The car is red"}}',
      answer: /^200$/,
    },
    {
      what: "a message of 10,000 choices inside one another",
      name: "a.json",
      make: () => JSON.stringify({ a: `${repeat("{n, plural, other {", 10_000)}x${repeat("}}", 10_000)}` }),
      answer: HARMLESS,
    },
    {
      what: "a message of 10,000 choices inside one another",
      name: "a.arb",
      make: () => JSON.stringify({ a: `${repeat("{n, select, other {", 10_000)}The house${repeat("}}", 10_000)}` }),
      answer: HARMLESS,
    },
    {
      what: "a megabyte of escaped quotes",
      name: "a.strings",
      make: () => `"a" = "${repeat('\\"', 500_000)}`,
      answer: HARMLESS,
    },
    { what: "a megabyte of open comments", name: "a.strings", make: () => repeat("/*", 500_000), answer: HARMLESS },
    { what: "a megabyte of quotes", name: "a.csv", make: () => repeat('"', 1_000_001), answer: HARMLESS },
    {
      what: "a row of a million cells",
      isSlow: true,
      name: "a.csv",
      make: () => repeat(",", 1_000_000),
      answer: HARMLESS,
    },
    {
      what: "a megabyte of backslashes",
      name: "a.properties",
      make: () => `a=${repeat("\\", 1_000_001)}`,
      answer: HARMLESS,
    },
    {
      what: "a PO string that does not end",
      name: "a.po",
      make: () => `msgid "${repeat('\\"', 500_000)}`,
      answer: HARMLESS,
    },
    {
      what: "plural forms of 20,000 brackets",
      name: "a.po",
      make: () =>
        `msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=${repeat("(", 20_000)}n${repeat(")", 20_000)};\\n"\n\nmsgid "a house"\nmsgid_plural "%d houses"\nmsgstr[0] ""\nmsgstr[1] ""\n`,
      answer: HARMLESS,
    },
    {
      what: "subtitles of 200,000 tags",
      name: "a.srt",
      make: () => `1\n00:00:01,000 --> 00:00:02,000\n${repeat("<i>", 200_000)}x\n`,
      answer: HARMLESS,
    },
    {
      what: "plain text in one line of a megabyte",
      name: "a.txt",
      make: () => repeat("1", 1_000_000),
      answer: /^422 no_translatable_text no_text$/,
    },
  ];
}

function misleading(): HostileDocument[] {
  const pdf =
    "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\ntrailer\n<< /Size 4 /Root 1 0 R >>\n%%EOF";
  return [
    {
      what: "a PDF without text",
      name: "scan.pdf",
      make: () => pdf,
      answer: /^422 unreadable_file (no_text_layer|missing_recognition)$/,
    },
    {
      what: "a PDF whose pages are each other",
      name: "a.pdf",
      make: () => pdf.replace("[3 0 R]", "[2 0 R]"),
      answer: /^422 unreadable_file/,
    },
    { what: "the beginning of a PDF", name: "a.pdf", make: () => pdf.slice(0, 60), answer: /^422 unreadable_file/ },
    {
      what: "a program called a document",
      name: "a.docx",
      make: () => Buffer.concat([buffer("\x7fELF\x02\x01\x01"), Buffer.alloc(5_000)]),
      answer: CORRUPT,
    },
    {
      what: "a picture called a text",
      name: "a.txt",
      make: () => Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), Buffer.alloc(2_000, 0)]),
      answer: CORRUPT,
    },
    {
      what: "a page called a spreadsheet",
      name: "a.xlsx",
      make: () => "<!doctype html><p>The house</p>",
      answer: HARMLESS,
    },
    {
      what: "a program under its own name",
      name: "a.exe",
      make: () => Buffer.concat([buffer("MZ"), Buffer.alloc(2_000, 0x90)]),
      answer: /^415 unsupported_media_type$/,
    },
    {
      what: "a name with NUL and a path in it",
      name: "../..\0/etc/passwd",
      make: () => Buffer.alloc(64, 1),
      answer: /^4\d\d/,
    },
    { what: "nothing", name: "a.docx", make: () => "", answer: /^400 invalid_request$/ },
    {
      what: "UTF-16 of one lone byte order mark",
      name: "a.txt",
      make: () => Buffer.from([0xff, 0xfe]),
      answer: /^422 no_translatable_text no_text$/,
    },
    {
      what: "UTF-16 that ends within a letter",
      name: "a.srt",
      make: () => Buffer.from([0xff, 0xfe, 0x31, 0x00, 0x0a]),
      answer: /^422 /,
    },
    {
      what: "more bytes than the account may send",
      name: "a.txt",
      make: () => Buffer.alloc((10 << 20) + 1, 0x61),
      answer: /^413 too_large$/,
    },
  ];
}

function buffer(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

type RawEntry = {
  readonly name: string;
  readonly data: Buffer;
  /** A wrong size for the headers. */
  readonly size?: number;
  /** The entry whose data this entry's directory record points to. */
  readonly sameAs?: string;
};

function entriesOf(bytes: Uint8Array): RawEntry[] {
  const archive = ZipArchive.open(bytes);
  return archive.entries.map((entry) => ({ name: entry.name, data: archive.read(entry) }));
}

/** A zip archive whose headers may be wrong. */
function rawZip(entries: readonly RawEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  const places = new Map<string, number>();
  let offset = 0;
  for (const { name, data, size = data.length, sameAs } of entries) {
    const bytes = Buffer.from(name);
    const method = data.length > 64 ? 8 : 0;
    const packed = method === 8 ? deflateRawSync(data, { level: 9 }) : data;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(bytes.length, 22);
    const at = sameAs === undefined ? offset : places.get(sameAs)!;
    central.push(buffer("PK\x01\x02\x14\x00"), fields, Buffer.alloc(10), Buffer.from(Uint32Array.of(at).buffer), bytes);
    if (sameAs !== undefined) continue;
    places.set(name, offset);
    locals.push(buffer("PK\x03\x04"), fields, bytes, packed);
    offset += 30 + bytes.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
