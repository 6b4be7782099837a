import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { CreateDocumentBody, ReplaceDocumentBody } from "./documents";

describe("validating the content of a document", () => {
  const faultsOf = (schema: z.ZodType, body: unknown) =>
    schema.safeParse(body).error?.issues.map(({ path }) => path.join(".")) ?? [];

  test("errors in a document's content are reported together with errors in other fields", () => {
    expect(faultsOf(CreateDocumentBody, {})).toEqual(["name", "content"]);
    expect(faultsOf(CreateDocumentBody, { content: "a", segments: [{ key: "a", source: "A" }] })).toEqual([
      "name",
      "segments",
    ]);
    const twice = { key: "a", source: "A" };
    expect(faultsOf(CreateDocumentBody, { name: 3, segments: [twice, twice] })).toEqual(["name", "segments.1.key"]);
  });

  test("an error in a document's content is reported for the field that contains it", () => {
    for (const segments of [3, "a", {}, null])
      expect(faultsOf(ReplaceDocumentBody, { segments })).toEqual(["segments"]);
    expect(faultsOf(ReplaceDocumentBody, { segments: [null, 3, { key: "a" }] })).toEqual([
      "segments.0",
      "segments.1",
      "segments.2.source",
    ]);
    for (const body of [null, 3, []]) expect(faultsOf(ReplaceDocumentBody, body)).toEqual([""]);
  });
});
