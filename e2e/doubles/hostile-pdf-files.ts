import { deflateSync } from "node:zlib";

/** A PDF that makes a parser use much time or memory. */
export type HostilePdf = {
  readonly what: string;
  readonly make: () => Buffer;
  /** Expected outcome of reading and of writing: `read`, or the reason of an error. */
  readonly answer: RegExp;
  /** True to run only in the long tests. */
  readonly isSlow?: boolean;
};

const TEXT = "BT /F1 10 Tf 1 0 0 1 50 700 Tm (The house is big and old.) Tj ET";
const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

/** A page (object 3) with its content (4) in a font (5); `others` are objects from 6 on. */
function onePage(
  content: string | Buffer,
  others: readonly (string | Buffer)[] = [],
  { entries = "", resources = "", font = FONT, pages = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>" } = {},
): Buffer {
  return fileOf([
    CATALOG,
    pages,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${entries} /Resources << /Font << /F1 5 0 R >> ${resources} >> /Contents 4 0 R >>`,
    Buffer.isBuffer(content) ? content : streamOf("", content),
    font,
    ...others,
  ]);
}

function streamOf(entries: string, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string, "latin1");
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}

/** A stream that decompresses to `count` copies of a piece. */
function packed(entries: string, piece: string, count: number, times = 1): Buffer {
  let bytes = Buffer.alloc(piece.length * count, piece, "latin1");
  for (let i = 0; i < times; i++) bytes = deflateSync(bytes, { level: 9 });
  return streamOf(`${entries} /Filter [${"/FlateDecode ".repeat(times)}]`, bytes);
}

function fileOf(objects: readonly (string | Buffer)[], { trailer = "", startxref = "" } = {}): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  let at = parts[0]!.length;
  const offsets = objects.map((object, i) => {
    const start = at;
    const part = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      typeof object === "string" ? Buffer.from(object, "latin1") : object,
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(part);
    at += part.length;
    return start;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${startxref || at}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

const FORM = "/Type /XObject /Subtype /Form /BBox [0 0 595 842]";
const many = (count: number, piece: (i: number) => string, separator = "\n") =>
  Array.from({ length: count }, (_, i) => piece(i)).join(separator);

/** Forms from object 6 on, each of which paints the next one this many times; the last one shows text. */
function nestedForms(depth: number, times: number): Buffer {
  const forms = Array.from({ length: depth }, (_, i) =>
    i === depth - 1
      ? streamOf(`${FORM} /Resources << /Font << /F1 5 0 R >> >>`, TEXT)
      : streamOf(`${FORM} /Resources << /XObject << /X ${7 + i} 0 R >> >>`, "/X Do ".repeat(times)),
  );
  return onePage(`${TEXT} /X Do`, forms, { resources: "/XObject << /X 6 0 R >>" });
}

/** A form with text that a page paints this many times. */
function paintedForm(times: number): Buffer {
  return onePage(
    `${TEXT}\n${"/X Do\n".repeat(times)}`,
    [streamOf(`${FORM} /Resources << /Font << /F1 5 0 R >> >>`, TEXT)],
    { resources: "/XObject << /X 6 0 R >>" },
  );
}

export const HOSTILE_PDFS: readonly HostilePdf[] = [
  { what: "80 MB of spaces in a page", make: () => onePage(packed("", " ", 80 << 20)), answer: /^hostile$/ },
  { what: "4 GB that are packed twice", make: () => onePage(packedTwice()), answer: /^hostile$/ },
  {
    what: "a thousand filters of a stream",
    make: () => onePage(streamOf(`/Filter [${"/ASCIIHexDecode ".repeat(1_000)}]`, "41>")),
    answer: /^hostile$/,
  },
  {
    what: "a form that is painted 25,000 times",
    make: () => paintedForm(25_000),
    answer: /^hostile$/,
  },
  {
    what: "a form that is painted 5,000 times",
    isSlow: true,
    make: () => paintedForm(5_000),
    answer: /^read written$/,
  },
  {
    what: "rows of a billion columns",
    make: () =>
      onePage(
        streamOf(
          "/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 1000000000 /Colors 32 >>",
          deflateSync(TEXT),
        ),
      ),
    answer: /^hostile$/,
  },
  {
    what: "an object stream of 80 MB",
    make: () => onePage(TEXT, [packed("/Type /ObjStm /N 100000000 /First 200000000", "1 0 ", 20 << 20)]),
    answer: /^hostile$/,
  },
  { what: "cross references in a stream of 80 MB", make: packedReferences, answer: /^hostile$/ },
  {
    what: "cross references that follow themselves",
    make: () => {
      const bytes = fileOf([CATALOG], { trailer: "/Prev 9" });
      return Buffer.from(bytes.toString("latin1").replace("/Prev 9", `/Prev ${bytes.indexOf("xref")}`), "latin1");
    },
    answer: /^corrupt$/,
  },
  {
    what: "a page tree that has itself",
    make: () => onePage(TEXT, [], { pages: "<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>" }),
    answer: /^corrupt$/,
  },
  {
    what: "a page tree of two that have each other",
    make: () =>
      onePage(TEXT, ["<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 3 0 R] /Count 2 >>"], {
        pages: "<< /Type /Pages /Parent 6 0 R /Kids [6 0 R 3 0 R] /Count 3 >>",
      }),
    answer: /^corrupt$/,
  },
  {
    what: "a page that is its own parent",
    make: () =>
      fileOf([
        CATALOG,
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 3 0 R /Contents 4 0 R >>",
        streamOf("", TEXT),
      ]),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "a page tree of 5,000 levels",
    make: () =>
      fileOf([
        CATALOG,
        ...Array.from(
          { length: 5_000 },
          (_, i) => `<< /Type /Pages /Parent ${i + 1} 0 R /Kids [${i + 3} 0 R] /Count 1 >>`,
        ),
        "<< /Type /Page /Parent 5001 0 R /MediaBox [0 0 595 842] >>",
      ]),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "10,000 pages that are one",
    make: () => onePage(TEXT, [], { pages: `<< /Type /Pages /Kids [${"3 0 R ".repeat(10_000)}] /Count 10000 >>` }),
    answer: /^hostile$/,
  },
  {
    what: "a billion pages, of which one exists",
    make: () => onePage(TEXT, [], { pages: "<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>" }),
    answer: /^(hostile|read written)$/,
  },
  {
    what: "a form that paints itself",
    make: () =>
      onePage(`${TEXT} /X Do`, [streamOf(`${FORM} /Resources << /XObject << /X 6 0 R >> >>`, "/X Do")], {
        resources: "/XObject << /X 6 0 R >>",
      }),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "forms of 40 levels that paint the next one twice",
    isSlow: true,
    make: () => nestedForms(40, 2),
    answer: /^timeout$/,
  },
  {
    what: "a font whose letters show themselves",
    make: () =>
      onePage("BT /F1 10 Tf 50 700 Td (aaaa) Tj ET", [streamOf("", "1000 0 d0 BT /F1 10 Tf (aaaa) Tj ET")], {
        font: "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1000] /Resources << /Font << /F1 5 0 R >> >> >>",
      }),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "1,000 fonts",
    make: () =>
      fileOf([
        CATALOG,
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << ${many(1_000, (i) => `/F${i} ${5 + i} 0 R`, " ")} >> >> /Contents 4 0 R >>`,
        streamOf(
          "",
          many(1_000, (i) => `BT /F${i} 4 Tf 1 0 0 1 ${(i % 50) * 10} ${800 - Math.floor(i / 50) * 7} Tm (word) Tj ET`),
        ),
        ...Array.from({ length: 1_000 }, () => FONT),
      ]),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "coordinates beyond all bounds",
    make: () =>
      onePage(
        `${TEXT} BT /F1 1e38 Tf 1e38 0 0 1e38 1e38 -1e38 Tm (The house is big.) Tj ET BT /F1 10 Tf 1e-38 0 0 1e-38 50 600 Tm (The small house) Tj ET 0 0 0 0 0 0 cm BT /F1 10 Tf 0 0 0 0 50 500 Tm (Nowhere at all) Tj ET`,
        [],
        { entries: "/MediaBox [-1e38 -1e38 1e38 1e38] /UserUnit 1e38 /Rotate 12345678" },
      ),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "a word of 200,000 letters",
    make: () => onePage(`BT /F1 10 Tf 50 700 Td (${"a".repeat(200_000)}) Tj ET`),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "20,000 words in one place",
    isSlow: true,
    make: () => onePage("BT /F1 10 Tf 1 0 0 1 50 700 Tm (word) Tj ET ".repeat(20_000)),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "4,000 words in places of their own",
    make: () =>
      onePage(
        many(
          4_000,
          (i) => `BT /F1 ${1 + (i % 9)} Tf 1 0 0 1 ${(i * 7919) % 595} ${(i * 104_729) % 842} Tm (word) Tj ET`,
        ),
      ),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "4,000 words in as many directions",
    make: () =>
      onePage(
        many(
          4_000,
          (i) =>
            `BT /F1 5 Tf ${Math.cos(i).toFixed(4)} ${Math.sin(i).toFixed(4)} ${(-Math.sin(i)).toFixed(4)} ${Math.cos(i).toFixed(4)} ${(i * 7919) % 595} ${(i * 104_729) % 842} Tm (word) Tj ET`,
        ),
      ),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "a table of 20,000 lines",
    make: () =>
      onePage(
        `${many(10_000, (i) => `${(i * 7919) % 595} 0 m ${(i * 7919) % 595} 842 l S 0 ${(i * 104_729) % 842} m 595 ${(i * 104_729) % 842} l S`)}\n${many(3_000, (i) => `BT /F1 5 Tf 1 0 0 1 ${(i % 30) * 19} ${842 - Math.floor(i / 30) * 8} Tm (word) Tj ET`)}`,
      ),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "200,000 saved states",
    make: () => onePage(`${"q ".repeat(200_000)}${TEXT}`),
    answer: /^hostile$/,
  },
  {
    what: "30,000 marks",
    make: () => onePage(`${"/Span << /ActualText (a) >> BDC ".repeat(30_000)}${TEXT}`),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "arrays of 500,000 levels in a page",
    make: () => onePage(`${"[".repeat(500_000)} Tj ${TEXT}`),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "arrays of 500,000 levels in an object",
    make: () => onePage(TEXT, ["[".repeat(500_000)]),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "dictionaries of 100,000 levels in an object",
    make: () => onePage(TEXT, [`${"<< /A ".repeat(100_000)} 1 ${">> ".repeat(100_000)}`]),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "a string without end",
    make: () => onePage(`${TEXT} (${"(".repeat(500_000)}`),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "a picture in the page without end",
    make: () => onePage(`${TEXT} ${"BI /W 9 /H 9 ID E".repeat(50_000)}`),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "references that go in a circle",
    make: () =>
      onePage(TEXT, ["7 0 R", "6 0 R"], { resources: "/XObject 6 0 R /ExtGState 6 0 R", entries: "/MediaBox 6 0 R" }),
    answer: /^(read|corrupt|too_complex|missing_recognition)( |$)/,
  },
  {
    what: "a cross reference table elsewhere",
    make: () =>
      fileOf(
        [
          CATALOG,
          "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
          "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
          streamOf("", TEXT),
          FONT,
        ],
        { startxref: "999999999" },
      ),
    answer: /read/,
  },
  {
    what: "20,000 objects without a table",
    make: () => Buffer.from(`%PDF-1.7\n${many(20_000, (i) => `${i + 1} 0 obj << /A ${i + 2} 0 R >> endobj`)}`),
    answer: /^corrupt$/,
  },
  {
    what: "protection with a method that is unknown",
    make: () =>
      fileOf([CATALOG, "<< /Type /Pages /Kids [] /Count 0 >>"], {
        trailer: "/Encrypt << /Filter /Standard /V 99 /R 99 /Length 99999 /O (a) /U (b) /P -1 >> /ID [(a) (b)]",
      }),
    answer: /^corrupt$/,
  },
];

function packedTwice(): Buffer {
  // Compressed zeros consist mostly of equal bytes, which can be compressed again.
  const inner = deflateSync(Buffer.alloc(256 << 20), { level: 9 });
  const repeated = Buffer.concat(Array.from({ length: 16 }, () => inner));
  return streamOf("/Filter [/FlateDecode /FlateDecode]", deflateSync(repeated, { level: 9 }));
}

/** A cross-reference stream that decompresses to 80 MB of entries. */
function packedReferences(): Buffer {
  const objects = `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n`;
  const stream = packed("/Type /XRef /Size 100000000 /W [1 2 1] /Root 1 0 R", "\x01\x00\x09\x00", 20 << 20);
  return Buffer.concat([
    Buffer.from(`${objects}2 0 obj\n`),
    stream,
    Buffer.from(`\nendobj\nstartxref\n${objects.length}\n%%EOF`),
  ]);
}
