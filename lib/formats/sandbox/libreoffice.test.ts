import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DOC_FILE, PPT_FILE, XLS_FILE } from "@/e2e/doubles/legacy-files";
import { docxOf, p } from "@/e2e/doubles/office-files";
import { docx } from "@/lib/formats/office/docx";
import { doc, type LegacyFormat, ppt, xls } from "@/lib/formats/office/legacy";
import { chooseFormat } from "@/lib/formats/registry";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { modernise, requireLibreOffice } from "./libreoffice";
import { closeSandbox, extractDocument, inspectFile, writeDocument } from "./sandbox";

const FILES: readonly (readonly [LegacyFormat, Buffer])[] = [
  [doc, DOC_FILE],
  [xls, XLS_FILE],
  [ppt, PPT_FILE],
];

/** Without LibreOffice these tests are skipped, and that is reported. */
const hasOffice = FILES.every(([format]) => {
  try {
    requireLibreOffice(format);
    return spawnSync("soffice", ["--version"], { stdio: "ignore" }).status === 0;
  } catch {
    return false;
  }
});

beforeAll(() => bundleWorkers());
afterAll(() => closeSandbox());

describe("Office 97–2003 documents", () => {
  test.each(FILES)("a document of $id is recognised by its content, whatever its name", (format, bytes) => {
    for (const name of [`a.${format.id}`, "a", `a.${format.modern.id}`])
      expect(chooseFormat(bytes, name).id).toBe(format.id);
    expect(chooseFormat(bytes, "a", format.id).id).toBe(format.id);
    expect(() => chooseFormat(bytes, "a", "docx")).toThrow(expect.objectContaining({ name: "UnsupportedFormat" }));
  });

  test.each(["WORKBOOK", "Book"])("an Excel file with a stream named %s is recognised as xls", (stream) => {
    const bytes = Buffer.concat([XLS_FILE.subarray(0, 512), Buffer.from(`${stream}\0`, "utf16le")]);
    expect(chooseFormat(bytes, "a.xls").id).toBe("xls");
  });

  test("an Office 97–2003 document is refused without LibreOffice, and the error names LibreOffice", async () => {
    vi.stubEnv("PATH", "/nowhere");
    const answer = await inspectFile(DOC_FILE, "letter.doc").catch((error) => error);
    vi.unstubAllEnvs();
    expect(answer).toMatchObject({ code: "unreadable_file", details: { reason: "missing_program" } });
    expect(answer.message).toContain("libreoffice-writer");
  });

  test("a document in a current Office format is not converted", async () => {
    const bytes = docxOf(p("The house"));
    expect(await modernise(bytes, doc)).toBe(bytes);
    const document = await doc.open(bytes, {});
    expect(document.warnings).toMatchObject([{ code: "converted" }]);
    const same = await document.write(
      document.segments.map(({ text }) => ({ text })),
      "es",
    );
    expect(Buffer.from(same.bytes).equals(bytes)).toBe(true);
  });

  test.skipIf(!hasOffice).each(FILES)(
    "a document in the old format $id is converted, translated and written in its modern format",
    async (format, bytes) => {
      const name = `a.${format.id}`;
      const { segments, warnings, format: id } = await extractDocument(bytes, name);
      expect(id).toBe(format.id);
      expect(segments.map(({ text }) => text)).toContain("The house is big.");
      expect(warnings).toContainEqual(expect.objectContaining({ code: "converted" }));
      const texts = segments.map(() => ({ text: "La casa es grande." }));
      const written = await writeDocument(bytes, format.id, {}, texts, "es");
      expect(written.extension).toBe(format.modern.id);
      const again = await extractDocument(Buffer.from(written.bytes), `a.${written.extension}`);
      expect(again).toMatchObject({ format: format.modern.id });
      expect(again.segments.map(({ text }) => text)).toContain("La casa es grande.");
    },
    30_000,
  );

  test.skipIf(!hasOffice)(
    "a damaged Office 97–2003 document is reported as unreadable, and leaves no files on the disk",
    async () => {
      const damaged = Buffer.from(DOC_FILE);
      damaged.fill(0xff, 600, 6_000);
      damaged.write("WordDocument", 20, "utf16le");
      await expect(modernise(damaged, doc)).rejects.toMatchObject({ reason: "corrupt" });
      expect(readdirSync(tmpdir()).filter((name) => name.startsWith("dragoman-office-"))).toEqual([]);
      expect(docx.matches(damaged, "docx")).toBe(false);
    },
    30_000,
  );
});
