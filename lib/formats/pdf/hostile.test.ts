import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { HOSTILE_PDFS } from "@/e2e/doubles/hostile-pdf-files";
import { linesAt, pdfFile } from "@/e2e/doubles/pdf-files";
import { IS_LONG } from "@/e2e/long";
import { closeSandbox, extractDocument, writeDocument } from "@/lib/formats/sandbox/sandbox";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";

beforeAll(async () => {
  // Disables text recognition in pictures.
  vi.stubEnv("PATH", "/nowhere");
  await bundleWorkers();
});
afterAll(() => closeSandbox());

/** Returns `read` and `written`, or the reasons of rejections. Rejects for any other error, which would be a bug. */
async function answerOf(bytes: Buffer): Promise<string> {
  const reason = (error: { details?: { reason?: string } }) => {
    if (!error.details?.reason) throw error;
    return error.details.reason;
  };
  const found = await extractDocument(bytes, "a.pdf", { format: "pdf" }).catch(reason);
  if (typeof found === "string") return found;
  const texts = found.segments.map(({ text }) => ({ text: text.replace(/[a-z]/, "é") }));
  const written = await writeDocument(bytes, "pdf", {}, texts, "es", { format: "pdf" }).catch(reason);
  return `read ${typeof written === "string" ? written : "written"}`;
}

describe("hostile PDFs", () => {
  const wanted = HOSTILE_PDFS.filter(({ isSlow }) => IS_LONG || !isSlow);
  test.each(wanted.map((one) => [one.what, one] as const))(
    "a hostile PDF is refused or read within limits of time and memory: %s",
    async (_, { make, answer }) => expect(await answerOf(make())).toMatch(answer),
    60_000,
  );

  test("an ordinary PDF can still be read and written after hostile PDFs", async () => {
    expect(await answerOf(pdfFile([linesAt(50, 700, ["The house is big."])]))).toBe("read written");
  }, 60_000);
});
