import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { checkParts } from "@/e2e/doubles/office-files";
import { docx } from "@/lib/formats/office/docx";
import { pdf } from "./pdf";

/** A line of text at a position on a page. */
type Line = readonly [text: string, x: number, y: number, size?: number];

/** A PDF with pages of lines, in Helvetica. `encrypted` sets a security handler with an unknown password. */
function pdfOf(pages: readonly (readonly Line[])[], encrypted = false): Uint8Array {
  const objects: string[] = [];
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(" ");
  objects.push(
    "<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
  );
  objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  for (const lines of pages) {
    const content = lines
      .map(([text, x, y, size = 10]) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`)
      .join("\n");
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length + 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const key = "5".repeat(64);
  const security = encrypted
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >> /ID [<${key}> <${key}>]`
    : "";
  const xref = file.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info << /Title (A large title) >>${security} >>\nstartxref\n${xref}\n%%EOF`;
  return Buffer.from(file, "latin1");
}

const letter = pdfOf([
  [
    ["A large title", 50, 780, 20],
    ["This is the first of the para-", 50, 740],
    ["graphs, which goes on over", 50, 728],
    ["three lines.", 50, 716],
    ["Short.", 50, 704],
    ["A second one begins and goes", 50, 692],
    ["7", 300, 20],
  ],
  [
    ["on after the page.", 50, 780],
    ["- one thing", 60, 750],
    ["- another", 60, 738],
    ["8", 300, 20],
  ],
]);
const texts = [
  "A large title",
  "This is the first of the paragraphs, which goes on over three lines.",
  "Short.",
  "A second one begins and goes on after the page.",
  "- one thing",
  "- another",
];

describe("reading a PDF", () => {
  it.each([
    ["objects", "1 0 obj<<"],
    ["objects in lines", "1 0 obj\n<< /A (b) >>\n"],
  ])("a PDF with thousands of unclosed %s is refused immediately", async (_, piece) => {
    const bytes = Buffer.from(`%PDF-1.7\n${piece.repeat(25_000)}`);
    const open = () => pdf.open(bytes, {}).catch((error) => error);
    expect(await withinCpuMs(2_000, open)).toMatchObject({ reason: "corrupt" });
  });

  it("lines of a PDF are joined into paragraphs across hyphenation and page breaks, and page numbers are dropped", async () => {
    const document = await pdf.open(letter, {});
    expect(document.segments.map(({ text }) => text)).toEqual(texts);
    expect(document.warnings).toEqual([]);
    expect(document.declaredLanguage).toBe("en-GB");
  });

  it("repeated headers and footers of a PDF are separate from the text of its pages", async () => {
    const page = (n: number, text: string): Line[] => [
      ["the red house manual", 50, 800],
      [text, 50, 700],
      [`page ${n} / 3`, 50, 20],
    ];
    const pages = ["The house is red and", "it stands at the lake.", "The town is old."].map((text, i) =>
      page(i + 1, text),
    );
    const { segments } = await pdf.open(pdfOf(pages), {});
    expect(segments.map(({ text }) => text)).toEqual([
      "the red house manual",
      "The house is red and it stands at the lake.",
      "page 1 / 3",
      "the red house manual",
      "page 2 / 3",
      "the red house manual",
      "The town is old.",
      "page 3 / 3",
    ]);
  });

  it("lines of addresses and form labels in a PDF stay separate", async () => {
    const lines = (x: number, y: number, texts: readonly string[]) =>
      texts.map((text, i): Line => [text, x, y - i * 12]);
    const address = ["Orange Demo Inc.", "23 Main Street", "Central City", "MARINEVILLE NY 12123", "USA"];
    const form = ["Race or ethnicity: Caucasian and some more words", "Special needs: None"];
    const prose = ["The house at the lake", "Geneva was built in the", "year 1874 and is red."];
    const { segments } = await pdf.open(
      pdfOf([[...lines(50, 780, address), ...lines(50, 680, form), ...lines(50, 600, prose)]]),
      {},
    );
    expect(segments.map(({ text }) => text)).toEqual([...address, ...form, prose.join(" ")]);
  });

  it("a translated PDF can be written as a Word document, a web page or plain text", async () => {
    const document = await pdf.open(letter, {});
    const translated = document.segments.map(({ text }) => ({ text: `&lt;${text}>` }));
    const word = await document.write(translated, "ar");
    expect(word.extension).toBe("docx");
    checkParts(word.bytes);
    expect((await docx.open(word.bytes, {})).segments.map(({ text }) => text)).toEqual(
      texts.map((text) => `&lt;${text}>`),
    );
    const web = await document.write(translated, "ar", { format: "html" });
    expect(Buffer.from(web.bytes).toString()).toContain('<html lang="ar" dir="rtl">');
    expect(Buffer.from(web.bytes).toString()).toContain("<title>&lt;A large title&gt;</title>");
    expect(Buffer.from(web.bytes).toString()).toContain("<h1>&lt;A large title&gt;</h1>\n<p>&lt;This is");
    const plain = await document.write([{ text: "Título" }], "es", { format: "txt", bilingual: true });
    expect(Buffer.from(plain.bytes).toString()).toMatch(/^A large title\n\nTítulo\n\nThis is/);
  });

  it("a scanned, encrypted or damaged PDF is refused with the reason, and pages without text cause a warning", async () => {
    const reason = (bytes: Uint8Array) =>
      pdf.open(bytes, {}).then(
        () => null,
        (error) => error.reason,
      );
    expect(await reason(pdfOf([[]]))).toBe("no_text_layer");
    expect(await reason(pdfOf([[["Secret", 50, 50]]], true))).toBe("encrypted");
    expect(await reason(Buffer.from("%PDF-1.4\nnothing"))).toBe("corrupt");
    const mixed = await pdf.open(pdfOf([[["Text", 50, 50]], []]), {});
    expect(mixed.warnings).toMatchObject([{ code: "part_skipped" }]);
  });

  it("reading a PDF runs in a worker thread from a single bundled file", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "pdf-"));
    try {
      const script = path.join(folder, "thread.mjs");
      await build({
        stdin: {
          contents: `import { parentPort } from "node:worker_threads"; import { pdf } from "./pdf";
            parentPort.once("message", async (bytes) => parentPort.postMessage((await pdf.open(bytes, {})).segments.length));`,
          resolveDir: import.meta.dirname,
        },
        alias: { "@": path.resolve(import.meta.dirname, "../../..") },
        bundle: true,
        platform: "node",
        format: "esm",
        outfile: script,
        logLevel: "error",
      });
      const worker = new Worker(pathToFileURL(script), { env: {} });
      const count = await new Promise((resolve, reject) => {
        worker.once("message", resolve);
        worker.once("error", reject);
        worker.postMessage(new Uint8Array(letter));
      });
      expect(count).toBe(texts.length);
      await worker.terminate();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
