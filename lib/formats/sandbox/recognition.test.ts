import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PICTURE_FILE, pdfFile } from "@/e2e/doubles/pdf-files";
import { pictureOf } from "@/lib/formats/pdf/picture";
import { readPdf } from "@/lib/formats/pdf/read";
import { chooseFormat } from "@/lib/formats/registry";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { requireRecognition } from "./recognition";
import { closeSandbox, extractDocument, inspectFile, writeDocument } from "./sandbox";

/** Without Tesseract and Poppler these tests are skipped, and that is reported. */
const hasTesseract = (() => {
  try {
    requireRecognition("pdf");
    return true;
  } catch {
    return false;
  }
})();

const SCAN = pdfFile(["q 400 0 0 300 50 400 cm /P1 Do Q"]);

beforeAll(() => bundleWorkers());
afterAll(() => closeSandbox());

describe("text in pictures", () => {
  test("a picture with text is recognised by its content, whatever its name", () => {
    for (const name of ["a.png", "a", "a.pdf"]) expect(chooseFormat(PICTURE_FILE, name).id).toBe("image");
    expect(chooseFormat(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "a.jpg").id).toBe("image");
    expect(chooseFormat(Buffer.from("II*\0\b\0\0\0\0\0"), "a.tif").id).toBe("image");
  });

  test.each([
    ["webp", "RIFF\x20\0\0\0WEBPVP8 \x10\0\0\0\0\0\0\x9d\x01\x2a\x40\x01\xc8\x00"],
    ["webp", "RIFF\x20\0\0\0WEBPVP8L\x10\0\0\0\x2f\x3f\xc1\x31\x00\0\0\0\0\0"],
    ["webp", "RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\x01\0\xc7\0\0"],
    ["gif", "GIF89a\x40\x01\xc8\0".padEnd(30, "\0")],
    ["bmp", "BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x40\x01\0\0\x38\xff\xff\xff\x01\0\x18\0"],
  ])("the dimensions of a picture are read from its first bytes: %s %#", (extension, head) => {
    expect(pictureOf(Buffer.from(head, "latin1"))).toEqual({ extension, width: 320, height: 200 });
  });

  test("a picture is refused without Tesseract, and the error names Tesseract", async () => {
    vi.stubEnv("PATH", "/nowhere");
    const answers = [
      await inspectFile(PICTURE_FILE, "photo.png").catch((error) => error),
      await extractDocument(SCAN, "scan.pdf").catch((error) => error),
    ];
    vi.unstubAllEnvs();
    for (const answer of answers) {
      expect(answer).toMatchObject({ code: "unreadable_file", details: { reason: "missing_recognition" } });
      expect(answer.message).toContain("apt install tesseract-ocr");
    }
  });

  test("a picture with too many pixels is refused before it is decoded", async () => {
    const huge = Buffer.from(PICTURE_FILE);
    huge.writeUInt32BE(20_000, 16);
    huge.writeUInt32BE(20_000, 20);
    await expect(extractDocument(huge, "a.png")).rejects.toMatchObject({ details: { reason: "too_complex" } });
  });

  test.skipIf(!hasTesseract)(
    "text in a picture is recognised, and the translation is written onto the picture or as a file of another format",
    async () => {
      const options = { source: "en" };
      const { segments, warnings, format } = await extractDocument(PICTURE_FILE, "photo.png", options);
      expect(format).toBe("image");
      expect(warnings).toContainEqual(expect.objectContaining({ code: "recognised" }));
      const texts = segments.map(({ text }) => text);
      expect(texts[0]).toBe("The house is big.");
      expect(texts.join(" ")).toContain("The car is red and the boat is small, but the harbour is old.");
      const translated = segments.map(() => ({ text: "La casa es grande." }));
      const plain = await writeDocument(PICTURE_FILE, format, options, translated, "es", { format: "txt" });
      expect(Buffer.from(plain.bytes).toString()).toMatch(/^La casa es grande\./);
      const written = await writeDocument(PICTURE_FILE, format, options, translated, "es", { format: "pdf" });
      const { pages } = await readPdf(written.bytes);
      const [first] = pages[0]!.items.filter(({ text }) => text.trim());
      expect(pages[0]!.items.map(({ text }) => text).join(" ")).not.toMatch(/house|harbour/);
      expect(first).toMatchObject({ face: { hidden: false } });
      expect(readdirSync(tmpdir()).filter((name) => name.startsWith("dragoman-ocr-"))).toEqual([]);
    },
    60_000,
  );

  test.skipIf(!hasTesseract)(
    "a scan without text causes a warning, and a damaged picture is refused",
    async () => {
      await expect(extractDocument(SCAN, "scan.pdf", { source: "en" })).rejects.toMatchObject({
        details: { reason: "no_text_layer" },
        message: expect.stringContaining("No text was recognised in its pictures"),
      });
      const damaged = Buffer.from(PICTURE_FILE);
      damaged.fill(7, 100);
      // The offset of its directory is after its end.
      const cut = Buffer.from("MM\0*\0\0\x20\0 and no more", "latin1");
      for (const picture of [damaged, cut])
        await expect(extractDocument(picture, "a", { source: "en" })).rejects.toMatchObject({
          details: { reason: "corrupt" },
        });
      await expect(extractDocument(PICTURE_FILE, "a.png", { source: "fi" })).rejects.toMatchObject({
        details: { reason: "missing_recognition" },
      });
    },
    60_000,
  );
});
