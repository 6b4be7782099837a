import { expect, test } from "vitest";
import type { DocumentSegment } from "@/lib/formats/format";
import { alignPlurals } from "./align-plurals";

const text = (text: string, key?: string): DocumentSegment => ({ text, codes: [], ...(key ? { key } : {}) });
const message = (forms: Record<string, string>, main: string, key?: string): DocumentSegment => ({
  ...text(main, key),
  plural: { rule: "cardinal", forms },
});
const shape = (before: DocumentSegment[], now: DocumentSegment[]) =>
  alignPlurals(before, now)?.map((one) =>
    typeof one === "number" ? one : one.map(({ index, form }) => `${index} ${form}`),
  ) ?? null;

test("plural forms of a message are matched to the separate segments that were imported for them earlier", () => {
  const before = [text("Title"), text("file", "n_one"), text("files", "n_other"), text("End")];
  const now = [text("Title"), message({ one: "file", other: "files" }, "files", "n"), text("End")];
  expect(shape(before, now)).toEqual([0, ["1 one", "2 other"], 3]);
});

test("plural forms without keys are matched to segments by their text", () => {
  const now = [message({ one: "file", other: "files" }, "files")];
  expect(shape([text("file"), text("files")], now)).toEqual([["0 one", "1 other"]]);
});

test("the main form is matched last among plural forms with equal text", () => {
  const now = [message({ other: "Sheep", one: "&amp;Sheep" }, "Sheep")];
  expect(shape([text("Sheep"), text("Sheep")], now)).toEqual([["0 one", "1 other"]]);
});

test.each([
  ["a segment is missing", [text("Title")], [text("Title"), text("End")]],
  ["all segments are missing", [], [text("Title")]],
  ["an old segment has no counterpart", [text("Title"), text("End")], [text("Title")]],
  ["a text differs", [text("Title")], [text("Heading")]],
  ["all forms of a message are missing", [text("Title")], [message({ one: "file", other: "files" }, "files")]],
])("plural forms are not matched to segments if %s", (_, before, now) => {
  expect(alignPlurals(before, now)).toBeNull();
});
