import { describe, expect, test } from "vitest";
import { checkDocumentOptions } from "./documents";

describe("what is asked of a format is checked before any work", () => {
  test("a PDF cannot be written as a PDF; the answer lists what it can be written as", () => {
    expect(() => checkDocumentOptions("pdf", { output: "pdf" })).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        details: expect.objectContaining({
          errors: [
            expect.objectContaining({ path: "output", message: expect.stringMatching(/docx, html, txt, xliff/) }),
          ],
        }),
      }),
    );
  });

  test("a document may be asked for in its own format", () => {
    expect(() => checkDocumentOptions("docx", { output: "docx" })).not.toThrow();
    expect(() => checkDocumentOptions("pdf", { output: "docx" })).not.toThrow();
  });
});
