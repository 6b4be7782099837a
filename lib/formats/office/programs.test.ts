import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { pseudoTranslate } from "@/e2e/doubles/format-contract";
import { ap, docxOf, epubOf, odfOf, p, page, pptxOf, r, xlsxOf } from "@/e2e/doubles/office-files";
import type { BilingualLayout, Format } from "@/lib/formats/format";
import { docx } from "./docx";
import { epub } from "./epub";
import { ods, odt } from "./odf";
import { pptx } from "./pptx";
import { xlsx } from "./xlsx";

/** How the programs of the formats read translations. Without the programs these tests are skipped and reported. */
const EPUBCHECK = "/usr/share/java/epubcheck.jar";
const hasOffice = runs("soffice", ["--version"]);
const hasEpubcheck = existsSync(EPUBCHECK) && runs("java", ["-version"]);

function runs(command: string, options: readonly string[]): boolean {
  try {
    execFileSync(command, options, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const folder = mkdtempSync(path.join(tmpdir(), "programs-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function writeTranslation(
  format: Format,
  name: string,
  bytes: Uint8Array,
  target: string,
  bilingual: BilingualLayout | false = false,
): Promise<string> {
  const document = await format.open(bytes, {});
  const translated = document.segments.map(({ text }) => ({ text: pseudoTranslate(text) }));
  const written = await document.write(translated, target, { bilingual });
  const file = path.join(folder, `${name}.${written.extension}`);
  writeFileSync(file, written.bytes);
  return file;
}

const body =
  p("Plain text of the body ", ["with bold words", "<w:b/>"]) +
  `<w:p>${r("See ")}<w:hyperlink w:anchor="x">${r("this page")}</w:hyperlink>${r("<w:tab/>")}${r(" for more")}</w:p>` +
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:tcPr/>${p("One cell")}</w:tc></w:tr></w:tbl>${p("The end")}`;
const files: readonly (readonly [Format, string, Uint8Array, string, BilingualLayout?])[] = [
  [docx, "left", docxOf(body), "es"],
  [docx, "side", docxOf(body), "es", "side"],
  [docx, "stacked", docxOf(body), "ar", "stacked"],
  [docx, "right", docxOf(body), "ar"],
  [xlsx, "cells", xlsxOf(["<t>Some words here</t>"], { One: { cells: { A1: "s0", B1: 5 } } }), "es"],
  [pptx, "slides", pptxOf([ap("Click on ", ["this word", 'b="1"'], "<a:br/>", "now")]), "es"],
  [
    odt,
    "odt",
    odfOf("text", '<text:h>A heading</text:h><text:p>One<text:s text:c="2"/>two<text:tab/>three</text:p>'),
    "he",
  ],
  [
    ods,
    "ods",
    odfOf(
      "spreadsheet",
      '<table:table table:name="S"><table:table-row><table:table-cell office:value-type="string" office:string-value="Some words"><text:p>Some words</text:p></table:table-cell></table:table-row></table:table>',
    ),
    "es",
  ],
];

describe("checking translated files with other programs", () => {
  it.skipIf(!hasOffice)("LibreOffice opens translated files of every office format", async () => {
    const written = await Promise.all(
      files.map(([format, name, bytes, target, layout]) => writeTranslation(format, name, bytes, target, layout)),
    );
    const out = path.join(folder, "out");
    const profile = `-env:UserInstallation=file://${path.join(folder, "profile")}`;
    execFileSync("soffice", ["--headless", profile, "--convert-to", "pdf", "--outdir", out, ...written], {
      stdio: "ignore",
    });
    // The exit code is always 0.
    expect(readdirSync(out).sort()).toEqual(files.map(([, name]) => `${name}.pdf`).sort());
  });

  it.skipIf(!hasEpubcheck)("epubcheck finds no error in translated books", async () => {
    const book = epubOf({ "a.xhtml": page("<h1>Chapter one</h1><p>Some <em>soft</em> words</p>", "One") });
    for (const target of ["es", "he"]) {
      const file = await writeTranslation(epub, `book-${target}`, book, target);
      expect(() => execFileSync("java", ["-jar", EPUBCHECK, file], { stdio: "pipe" })).not.toThrow();
    }
  });
});
