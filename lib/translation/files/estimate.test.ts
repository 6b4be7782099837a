import { afterAll, describe, expect, test } from "vitest";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { estimateFile } from "./estimate";

afterAll(closeSandbox);

const file = (fileName: string, text: string) => ({ fileName, bytes: Buffer.from(text) });

describe("estimating a file", () => {
  test("a file estimate counts the words to translate without markup", async () => {
    expect(await estimateFile(file("notes.md", "# The house\n\nIt is **big**.\n"), {})).toEqual({
      format: "md",
      segments: 2,
      words: 5,
    });
  });

  test("a file estimate uses the requested format, and counts words in scripts without spaces", async () => {
    expect(await estimateFile(file("page.txt", "<p>One</p>"), { format: "html" })).toMatchObject({
      format: "html",
      words: 1,
    });
    const { words } = await estimateFile(file("a.txt", "我们的办公室星期日休息"), {});
    expect(words).toBeGreaterThan(2);
  });

  test("a file estimate omits texts without words and texts that are already translated", async () => {
    expect(await estimateFile(file("table.csv", "1200\n12.5 %\nSix words\n"), {})).toMatchObject({ words: 2 });
    const message = (id: string, text: string) => `msgid "${id}"\nmsgstr "${text}"\n`;
    const po = `${message("", "Language: es\\n")}\n${message("Open the file", "Abrir el archivo")}\n${message("Close", "")}`;
    expect(await estimateFile(file("app.po", po), { target: "es" })).toMatchObject({ segments: 1, words: 1 });
    expect(await estimateFile(file("app.po", po), { target: "fr" })).toMatchObject({ segments: 2, words: 4 });
  });

  test("a file estimate refuses the same files as a translation", async () => {
    await expect(estimateFile(null, {})).rejects.toMatchObject({ code: "invalid_request" });
    await expect(estimateFile(file("picture.psd", "\u0000\u0001GIF"), {})).rejects.toMatchObject({
      code: "unsupported_media_type",
    });
  });
});
