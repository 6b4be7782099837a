import { expect, test } from "vitest";
import { readImportedTargets, readSegments, segmentsBytes } from "./segments-document";

const FORMS = { one: "1 file", other: "{n} files" };

test("a plural message in a segments document contains all its forms, with the main form as its text", () => {
  const [read] = readSegments(segmentsBytes([{ key: "n", sourceForms: FORMS }]));
  expect(read).toMatchObject({ key: "n", text: "{n} files", plural: { rule: "cardinal", forms: FORMS } });
});

test.each([
  ["a text", { target: "a < b" }, { text: "a &lt; b" }],
  [
    "forms, with the main one as text",
    { forms: { one: "a", other: "b" } },
    { text: "b", forms: { one: "a", other: "b" } },
  ],
  ["forms without a main one, with the last as text", { forms: { one: "a", few: "b" } }, { text: "b" }],
] as const)("a target in a segments document is read from %s", (_, given, expected) => {
  const bytes = segmentsBytes([{ key: "n", source: "x", ...given } as never]);
  expect(readSegments(bytes)[0]?.target).toMatchObject({ ...expected, state: "translated" });
});

test("an empty target in a segments document counts as missing", () => {
  const [read] = readSegments(segmentsBytes([{ key: "a", source: "x", target: "" }]));
  expect(read).not.toHaveProperty("target");
});

test("targets without a source in a segments document are matched to the document's source", () => {
  const document = readSegments(segmentsBytes([{ key: "a", source: "House" }]));
  const sent = Buffer.from('\uFEFF{"segments":[{"key":"a","target":"Casa"},{"key":"b","source":"<","target":null}]}');
  expect(readImportedTargets(sent, document)).toEqual([
    { key: "a", text: "House", codes: [], target: { text: "Casa", state: "translated" } },
    { key: "b", text: "&lt;", codes: [] },
  ]);
});

test.each(["{", '{"segments":{}}', '{"segments":[{"target":"Casa"}]}'])(
  "an invalid segments document is refused as unreadable: %s",
  (sent) => {
    expect(() => readImportedTargets(Buffer.from(sent), [])).toThrow(
      expect.objectContaining({ code: "unreadable_file", details: { reason: "corrupt" } }),
    );
  },
);
