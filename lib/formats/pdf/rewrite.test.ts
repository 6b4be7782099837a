import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { linesAt, pdfFile } from "@/e2e/doubles/pdf-files";
import { plainText } from "@/lib/text/segment";
import { contentsOf } from "./painted-streams";
import { pdf } from "./pdf";
import { loadPdfLib, pdfLib } from "./pdf-lib";
import { readPdf } from "./read";

// The result for letters that no font contains must not depend on the fonts of the machine.
vi.mock("./system-fonts", () => ({ systemFonts: () => [] }));

const LEFT = [
  "The harbour was built by the people",
  "of the town when the river became",
  "too shallow for their boats and the",
];
const RIGHT = ["merchants paid for all of the work", "because they sold wool and salt."];
const COLUMNS = [
  "BT /F2 20 Tf 0 0.5 0 rg 1 0 0 1 50 780 Tm (A large title) Tj ET",
  "0 g",
  linesAt(50, 740, LEFT),
  linesAt(300, 740, RIGHT),
  "q 40 0 0 40 50 640 cm /P1 Do Q",
  "BT /F1 10 Tf 1 0 0 1 50 600 Tm (Some words are ) Tj 1 0 0 rg (red) Tj 0 g ( and ) Tj /F2 10 Tf (others bold) Tj /F1 10 Tf (.) Tj ET",
].join("\n");

/** A table with lines around its cells. Each row is one operator. */
const TABLE = [
  "0.5 w",
  ...[500, 480, 460].map((y) => `50 ${y} m 350 ${y} l S`),
  ...[50, 150, 350].map((x) => `${x} 460 m ${x} 500 l S`),
  "BT /F1 10 Tf 1 0 0 1 55 486 Tm [(Name) -7500 (Number of pieces)] TJ ET",
  "BT /F1 10 Tf 1 0 0 1 55 466 Tm [(Chair) -7600 (42)] TJ ET",
].join("\n");

/** A text with the same number of words in Cyrillic letters. */
function cyrillic(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const at = "abcdefghijklmnopqrstuvwxyz".indexOf(letter.toLowerCase());
    const other = "абцдефгхийклмнопярстуввхуз"[at]!;
    return letter === letter.toLowerCase() ? other : other.toUpperCase();
  });
}

async function translated(bytes: Uint8Array, translate: (text: string, index: number) => string, target = "ru") {
  const document = await pdf.open(bytes, {});
  const texts = document.segments.map(({ text }, i) => ({
    text: text.replace(/(<[^>]*>)|[^<]+/g, (part, code) => (code ? part : translate(part, i))),
  }));
  const written = await document.write(texts, target, { format: "pdf" });
  const again = await readPdf(written.bytes);
  const text = again.pages.map(({ items }) => {
    const sorted = items.toSorted((a, b) => b.y - a.y || a.x - b.x);
    return sorted
      .map((item) => item.text)
      .join(" ")
      .replace(/\s+/g, " ");
  });
  return {
    source: document.segments.map((one) => one.text),
    texts: texts.map((one) => one.text),
    written,
    again,
    text,
  };
}

describe("writing a translation into a PDF", () => {
  test("writing a PDF without translations returns the same bytes", async () => {
    const bytes = pdfFile([COLUMNS + TABLE]);
    const document = await pdf.open(bytes, {});
    for (const same of [
      document.segments.map(({ text }) => ({ text })),
      document.segments.map(() => ({ text: null })),
    ]) {
      const written = await document.write(same, "es", { format: "pdf" });
      expect(written).toMatchObject({ extension: "pdf", mediaType: "application/pdf", warnings: [] });
      expect(Buffer.from(written.bytes).equals(bytes)).toBe(true);
    }
  });

  test("a rewritten PDF shows the translation in place of its source, with the source's size, colour and weight", async () => {
    const { source, written, again, text, texts } = await translated(pdfFile([COLUMNS, TABLE]), cyrillic);
    expect(source).toEqual([
      "A large title",
      `${LEFT.join(" ")} ${RIGHT.join(" ")}`,
      "Some words are <g1>red</g1> and <g2>others bold.</g2>",
      "Name",
      "Number of pieces",
      "Chair",
    ]);
    expect(written.warnings).toEqual([]);
    expect(again.pages).toHaveLength(2);
    for (const [i, one] of texts.entries())
      for (const word of plainText(one).split(" ")) expect(text[i < 3 ? 0 : 1]).toContain(word);
    expect(text.join(" ")).not.toMatch(/[a-z]/i);
    // Numbers are not translated and stay in their position, within the operator of another cell's text.
    const number = again.pages[1]!.items.find((item) => item.text.trim() === "42")!;
    const before = (await readPdf(pdfFile([COLUMNS, TABLE]))).pages[1]!.items.find(
      (item) => item.text.trim() === "42",
    )!;
    expect(number.x).toBeCloseTo(before.x, 1);
    const faceOf = (word: string) => again.pages[0]!.items.find((item) => item.text.includes(word))!;
    expect(faceOf("титле")).toMatchObject({ size: 20, y: 780, face: { color: "#008000", bold: true } });
    expect(faceOf("ред").face).toMatchObject({ color: "#ff0000", bold: false });
    expect(faceOf("болд").face).toMatchObject({ color: "#000000", bold: true });
    // Each column keeps its edges.
    for (const item of again.pages[0]!.items)
      if (item.text.trim() && item.y < 770 && item.y > 700) {
        const [left, right] = item.x < 250 ? [50, 230] : [300, 470];
        expect(item.x).toBeGreaterThanOrEqual(left - 0.1);
        expect(item.x + item.width).toBeLessThanOrEqual(right);
      }
    expect(again.pages[0]!.painted.root.content.length).toBeGreaterThan(0);
    expect(Buffer.from(written.bytes).includes(Buffer.from("\x00\xff\xff\x00", "latin1"))).toBe(true);
    expect(written.bytes.length).toBeLessThan(100_000);
  });

  test("a rewritten PDF divides a translated paragraph between the two pages on which its source is", async () => {
    const first = linesAt(50, 120, [
      "This sentence begins at the foot of the page,",
      "where there was no more room for it, and it",
    ]);
    const second = linesAt(50, 780, ["goes on at the top of the next page, where it", "ends."]);
    const { source, text } = await translated(pdfFile([first, second]), (one) => cyrillic(one));
    expect(source).toHaveLength(1);
    expect(text[0]).toMatch(/^Тхис сентенце/);
    expect(text[1]).toMatch(/ендс\.$/);
    expect(text[1]!.length).toBeGreaterThan(30);
  });

  test("a rewritten PDF shrinks long text to fit its area, and a warning names the page", async () => {
    const cell = (x: number) => linesAt(x, 486, ["Name"]);
    const { written, again } = await translated(pdfFile([COLUMNS, TABLE + cell(360)]), (text, i) =>
      i === 4 ? `${cyrillic(text)} `.repeat(12).trim() : text,
    );
    expect(written.warnings).toEqual([
      expect.objectContaining({ code: "text_reduced", count: 1, message: expect.stringMatching(/^On page 2, /) }),
    ]);
    const items = again.pages[1]!.items.filter(({ text }) => /\p{Script=Cyrillic}/u.test(text));
    expect(items.length).toBeGreaterThan(0);
    for (const { x, y, width } of items) {
      expect(x).toBeGreaterThanOrEqual(150);
      expect(x + width).toBeLessThanOrEqual(350);
      expect(y).toBeGreaterThan(480);
    }
  });

  test("a form that several pages of a PDF share is rewritten once", async () => {
    const form = linesAt(50, 800, ["The letterhead of the office"]);
    const page = (text: string) => `/X1 Do\n${linesAt(50, 700, [text])}`;
    const { source, text } = await translated(pdfFile([page("First page"), page("Second page")], { form }), cyrillic);
    expect(source).toHaveLength(4);
    expect(text[0]).toBe("Тхе леттерхеад оф тхе оффице Фирст паге");
    expect(text[1]).toBe("Тхе леттерхеад оф тхе оффице Сецонд паге");
  });

  test("a rewritten PDF keeps the dot leaders and page numbers of a table of contents", async () => {
    const entry = "BT /F1 10 Tf 1 0 0 1 50 700 Tm (Introduction . . . . . . . . . . . . . . . . . . . . 7) Tj ET";
    const { source, text } = await translated(pdfFile([entry]), cyrillic);
    expect(source).toEqual(["Introduction"]);
    expect(text[0]).toMatch(/^Интродуцтион\s+[. ]{10,}7$/);
  });

  test("a rewritten PDF aligns Arabic at the right edge, from right to left", async () => {
    const words = ["مرحبا", "بالعالم"];
    const { again } = await translated(pdfFile([COLUMNS]), () => words.join(" "), "ar");
    const title = again.pages[0]!.items.filter(({ size }) => size === 20).map(({ text }) => text);
    for (const word of words) expect(title.join(" ").normalize("NFKC").replaceAll("\u200d", "")).toContain(word);
  });

  test("a rewritten PDF keeps lines with bold labels separate, and joins bold text across line ends", async () => {
    const line = (y: number, ...[bold, plain, more = ""]: string[]) =>
      `BT /F2 10 Tf 1 0 0 1 50 ${y} Tm (${bold}) Tj /F1 10 Tf (${plain}) Tj /F2 10 Tf (${more}) Tj ET`;
    const labels = [line(700, "Payment terms", " thirty days net"), line(688, "Delivery terms", " free to the door")];
    const prose = [
      line(600, "Bold words", " begin this sentence with", " many"),
      line(588, "others", " that are in it."),
    ];
    const { source } = await translated(pdfFile([[...labels, ...prose].join("\n")]), (text) => text);
    expect(source).toEqual([
      "<g1>Payment terms</g1> thirty days net",
      "<g1>Delivery terms</g1> free to the door",
      "<g1>Bold words</g1> begin this sentence with <g2>many others</g2> that are in it.",
    ]);
  });

  test("the weight and family of LaTeX's Times fonts are recognised when a PDF is rewritten", async () => {
    const nimbus = pdfFile([COLUMNS]).toString("latin1").replace("Helvetica-Bold", "NimbusRom-Medi");
    const { again } = await translated(Buffer.from(nimbus, "latin1"), cyrillic);
    const title = again.pages[0]!.items.find(({ text }) => text.includes("титле"))!;
    expect(title.face).toMatchObject({ family: "serif", bold: true });
  });

  test("a rewritten PDF keeps page numbers such as 3-12 in a table of contents, with one line per entry", async () => {
    const entries = ["1.1 First part", "1.2 Second part"].map(
      (title, i) => `${title} ............................ 1-${i + 3}`,
    );
    const { source, text } = await translated(pdfFile([linesAt(50, 700, entries)]), cyrillic);
    expect(source).toEqual(["1.1 First part", "1.2 Second part"]);
    expect(text[0]).toMatch(/1-3 .*1-4$/);
  });

  test("a rewritten PDF replaces mathematical letters by plain letters if no font contains them", async () => {
    const { text } = await translated(pdfFile([COLUMNS]), () => "𝑝 𝒙 ℝ");
    expect(text[0]).toContain("p x");
  });

  test("a PDF can't be rewritten if no font contains a letter of the translation", async () => {
    await expect(translated(pdfFile([COLUMNS]), () => "𐎀𐎁")).rejects.toMatchObject({ reason: "missing_font" });
  });

  test.skipIf(spawnSync("pdftotext", ["-v"]).status !== 0)(
    "other programs read the translation in a rewritten PDF, and not the source",
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), "pdf-"));
      try {
        const { written } = await translated(pdfFile([COLUMNS, TABLE]), cyrillic);
        const file = path.join(folder, "out.pdf");
        writeFileSync(file, written.bytes);
        const { stdout, stderr } = spawnSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
        expect(stderr).toBe("");
        expect(stdout).toContain("Нумбер оф пиецес");
        expect(stdout).toContain("А ларге титле");
        expect(stdout).not.toMatch(/harbour|title|Chair/);
        const painted = spawnSync("pdftoppm", ["-r", "20", "-png", file, path.join(folder, "page")], {
          encoding: "utf8",
        });
        expect(painted).toMatchObject({ status: 0, stderr: "" });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

test("a rewritten PDF of a scan covers the recognised text, but not the picture of the bullet before the text", async () => {
  const source = pdfFile(["BT 3 Tr /F1 10 Tf 1 0 0 1 50 700 Tm (+ One car) Tj ET"]);
  const document = await pdf.open(source, {});
  expect(document.segments.map(({ text }) => plainText(text))).toEqual(["• One car"]);
  const written = await document.write([{ text: "• Un coche" }], "es", { format: "pdf" });
  await loadPdfLib();
  const content = Buffer.from(contentsOf(await pdfLib().PDFDocument.load(written.bytes), 0)).toString("latin1");
  const covers = [...content.matchAll(/1 g ([\d.]+) [\d.]+ [\d.]+ [\d.]+ re f/g)].map(([, x]) => Number(x));
  expect(covers).toHaveLength(1);
  expect(covers[0]).toBeGreaterThan(55);
});
