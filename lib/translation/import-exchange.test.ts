import { afterAll, describe, expect, test } from "vitest";
import { writeExchange } from "@/lib/formats/l10n/xliff-exchange";
import { closeSandbox, extractDocument } from "@/lib/formats/sandbox/sandbox";
import { importExchange } from "./import-exchange";

const DOCUMENT = "# Title\n\nPress [the button](a.html) now.\n\nThe **red** car.\n\nOne more line.\n\nThe last line.\n";

const request = {
  bytes: Buffer.from(DOCUMENT),
  fileName: "a.md",
  format: "md",
  source: "en",
  target: "es",
  options: {},
};

/** The XLIFF export of a document, in which every target equals its source. */
async function exported(bytes = request.bytes): Promise<string> {
  const { segments } = await extractDocument(bytes, "a.md", { source: "en", into: "es", plurals: "forms" });
  const translated = segments.map(({ text }) => text);
  const file = await writeExchange({
    fileName: "a.md",
    format: "md",
    source: "en",
    target: "es",
    segments,
    translated,
  });
  return Buffer.from(file).toString();
}

const bring = async (file: string) => importExchange(request, Buffer.from(file));

describe("importing a translated XLIFF file", () => {
  afterAll(closeSandbox);

  test("importing an XLIFF file without errors causes no warning", async () => {
    const { warnings, units } = await bring(await exported());
    expect(warnings).toEqual([]);
    expect(units).toEqual({ translated: 5, left: 0 });
  });

  test.each([
    ["source_changed", "u4", (file: string) => file.replace("<source>One more line.", "<source>Something else.")],
    [
      "code_missing",
      "u2",
      (file: string) => file.replace(/<target>Press <pc[^>]*>the button<\/pc>/, "<target>Press it"),
    ],
    ["code_doubled", "u2", (file: string) => file.replace(/(<target>Press )(<pc[^>]*>the button<\/pc>)/, "$1$2$2")],
    ["code_unknown", "u4", (file: string) => file.replace("<target>One", '<target><ph id="7"/>One')],
    ["code_unknown", "u4", (file: string) => file.replace("<target>One", '<target><ph id="mt7"/>One')],
    ["part_skipped", "u5", (file: string) => file.replace(/<target>The last line\.<\/target>/, "")],
    ["part_skipped", "u5", (file: string) => file.replace("<target>The last line.</target>", "<target/>")],
    ["doubled_unit", "u1", (file: string) => file.replace(/<unit id="u1"[\s\S]*?<\/unit>/, "$&$&")],
  ])(
    "importing an XLIFF file with an error causes the warning %s for the unit with the id %s",
    async (code, unit, change) => {
      const file = await exported();
      expect(change(file)).not.toBe(file);
      const { warnings } = await bring(change(file));
      expect(warnings).toEqual([{ code, count: 1, units: [unit], message: expect.stringContaining(`Unit ${unit}: `) }]);
    },
  );

  test("importing an XLIFF file causes a warning if the file declares a source language other than that of the document", async () => {
    const { warnings, units } = await bring((await exported()).replace('srcLang="en"', 'srcLang="de"'));
    expect(units.translated).toBe(5);
    expect(warnings).toEqual([
      {
        code: "source_differs",
        message: "The file says that its source language is German (de), not English (en).",
      },
    ]);
    expect((await bring((await exported()).replace('srcLang="en"', 'srcLang="en-GB"'))).warnings).toEqual([]);
  });

  test("an XLIFF file of another document or into another language is refused", async () => {
    const other = Buffer.from("# Other\n\nQuite another text.\n\nWith other words.\n");
    await expect(bring(await exported(other))).rejects.toMatchObject({
      code: "unreadable_file",
      details: { reason: "other_document" },
    });
    const short = Buffer.from("# Other\n\nQuite another text.\n");
    await expect(bring(await exported(short))).rejects.toMatchObject({ details: { reason: "other_document" } });
    await expect(bring((await exported()).replace('trgLang="es"', 'trgLang="fr"'))).rejects.toMatchObject({
      code: "unreadable_file",
      details: { reason: "wrong_language" },
    });
  });
});
