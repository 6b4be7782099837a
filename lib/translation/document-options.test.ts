import { describe, expect, test } from "vitest";
import { checkDocumentOptions } from "./documents";

describe("checkDocumentOptions", () => {
  test("an unsupported output format is refused, and the error lists the available formats", () => {
    expect(() => checkDocumentOptions("pdf", { output: "md" })).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        details: expect.objectContaining({
          errors: [
            expect.objectContaining({ path: "output", message: expect.stringMatching(/docx, html, txt, pdf, xliff/) }),
          ],
        }),
      }),
    );
  });

  test("a document can be requested in its own format", () => {
    expect(() => checkDocumentOptions("docx", { output: "docx" })).not.toThrow();
    expect(() => checkDocumentOptions("pdf", { output: "docx" })).not.toThrow();
    expect(() => checkDocumentOptions("pdf", { output: "pdf" })).not.toThrow();
    expect(() => checkDocumentOptions("pdf", { output: "pdf", bilingual: true })).toThrow();
  });
});
