import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { missingReaders } from "./optional-programs.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-programs-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test("a start lists exactly those system packages for scans and old Office documents that are missing", () => {
  expect(missingReaders(folder)).toEqual([
    "To read pictures and scanned PDFs: apt install tesseract-ocr poppler-utils, and tesseract-ocr-spa and so on for each language",
    "To read Word, Excel and PowerPoint 97–2003: apt install libreoffice-writer libreoffice-calc libreoffice-impress",
  ]);
  for (const program of ["tesseract", "soffice"]) fs.writeFileSync(path.join(folder, program), "");
  expect(missingReaders(`/nowhere${path.delimiter}${folder}`)).toEqual([
    "To read pictures and scanned PDFs: apt install poppler-utils, and tesseract-ocr-spa and so on for each language",
  ]);
  fs.writeFileSync(path.join(folder, "pdftoppm"), "");
  expect(missingReaders(folder)).toEqual([]);
});
