import { describe, expect, test } from "vitest";
import { pdfFile } from "@/e2e/doubles/pdf-files";
import { blocksOf, type Glyphs } from "./blocks";
import { readPdf } from "./read";
import { straighten } from "./straighten";

/** Two lines of text in a direction, from a position on the page. */
function tilted(degrees: number, x: number, y: number): string {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return ["The house is big.", "The car is red."]
    .map((text, i) => {
      const at = [x + i * 14 * sin, y - i * 14 * cos];
      return `BT /F1 10 Tf ${[cos, sin, -sin, cos, ...at].map((value) => value.toFixed(4)).join(" ")} Tm (${text}) Tj ET`;
    })
    .join("\n");
}

describe("straightening scanned pages", () => {
  test.each([0.8, -3, 90, 180, -90, 91.2])(
    "a scanned page with text rotated by %s degrees is turned upright",
    async (degrees) => {
      const { pages } = await readPdf(await straighten(pdfFile([tilted(degrees, 300, 400)])));
      const items = pages[0]!.items.filter(({ text }) => text.trim());
      expect(items.map(({ text, angle }) => ({ text, angle }))).toEqual([
        { text: "The house is big.", angle: 0 },
        { text: "The car is red.", angle: 0 },
      ]);
      expect(items[0]!.x).toBeCloseTo(items[1]!.x, 1);
      expect(items[0]!.y - items[1]!.y).toBeCloseTo(14, 1);
      const upended = Math.abs(degrees) >= 90 && Math.abs(degrees) < 180;
      expect(items[0]!.x).toBeLessThan(upended ? 842 : 595);
      expect(items[0]!.y).toBeGreaterThan(0);
    },
  );

  test("short lines of a scan are rotated by the angle of the long lines", async () => {
    const long = "The committee will publish the long report of the year in the next week. ".repeat(2);
    const content = `BT /F1 10 Tf 1 0 0 1 50 600 Tm (${long}) Tj ET\n${tilted(1.5, 50, 700)}`;
    const { pages } = await readPdf(await straighten(pdfFile([content])));
    expect(pages[0]!.items.map(({ angle }) => angle)).toEqual([0, 0, 0]);
  });

  test("a scanned page that is straight or contains no text is unchanged", async () => {
    for (const content of [tilted(0, 100, 700), "q 400 0 0 300 50 400 cm /P1 Do Q"]) {
      const file = pdfFile([content]);
      expect(await straighten(file)).toBe(file);
    }
  });
});

describe("text recognised in a scan", () => {
  const line = (text: string, y: number, size = 10, hidden = true): Glyphs => ({
    text,
    x: 50,
    y,
    width: text.length * size * 0.5,
    size,
    face: { family: "sans", bold: false, italic: false, color: "#000000", hidden },
  });

  test("recognised text starts with the title at the top of the page, and misread bullets are corrected", () => {
    const items = [
      line("The house is big.", 700),
      line("The title", 780, 18),
      line("+ One car", 600),
      line("¢ Two cars", 560),
    ];
    expect(blocksOf([{ items }]).map(({ text }) => text)).toEqual([
      "The title",
      "The house is big.",
      "• One car",
      "• Two cars",
    ]);
  });

  test("recognised text is joined into one line even if the heights of its words differ slightly", () => {
    const items = [line("The committee will publish the long report in the", 700, 10), line("next week.", 687, 12)];
    expect(blocksOf([{ items }])).toHaveLength(1);
    expect(blocksOf([{ items: items.map((one) => ({ ...one, face: { ...one.face!, hidden: false } })) }])).toHaveLength(
      2,
    );
  });
});

test("a page footer of a word and a number is not joined to the text of the next page", () => {
  const at = (text: string, y: number): Glyphs => ({ text, x: 50, y, width: text.length * 5, size: 10 });
  const pages = [
    [at("The school needs", 100), at("Page 2", 40)],
    [at("more teachers.", 700), at("Page 3 of 5", 40)],
  ].map((items) => ({ items }));
  expect(blocksOf(pages).map(({ text }) => text)).toEqual(["The school needs more teachers.", "Page 2", "Page 3 of 5"]);
});
