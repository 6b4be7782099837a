import { afterAll, describe, expect, test } from "vitest";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { estimateFile } from "./estimate";

afterAll(closeSandbox);

const file = (fileName: string, text: string) => ({ fileName, bytes: Buffer.from(text) });

describe("the estimate of a file", () => {
  test("counts the words that a translation would have, without markup", async () => {
    expect(await estimateFile(file("notes.md", "# The house\n\nIt is **big**.\n"), undefined)).toEqual({
      format: "md",
      segments: 2,
      words: 5,
    });
  });

  test("follows the chosen format, and counts words of scripts without spaces", async () => {
    expect(await estimateFile(file("page.txt", "<p>One</p>"), "html")).toMatchObject({ format: "html", words: 1 });
    const { words } = await estimateFile(file("a.txt", "我们的办公室星期日休息"), undefined);
    expect(words).toBeGreaterThan(2);
  });

  test("refuses what a translation would refuse", async () => {
    await expect(estimateFile(null, undefined)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(estimateFile(file("picture.gif", "\u0000\u0001GIF"), undefined)).rejects.toMatchObject({
      code: "unsupported_media_type",
    });
  });
});
