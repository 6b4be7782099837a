import { describe, expect, test } from "vitest";
import { changedForms, editOf, mergeTexts, nextEmptyForm, PLAIN, sameTexts, shownForms, sourceFormOf } from "./texts";

const form = (name: string, ...samples: number[]) => ({ name, samples, required: samples.length > 0 });
const message = {
  plural: { rule: "cardinal" as const, forms: [form("one", 1), form("few", 2, 3), form("many", 0, 5), form("other")] },
  sourceForms: { one: "file", other: "files" },
};

describe("the texts of a translation", () => {
  test("an edit of a plural sends the changed forms, and any other edit sends the text", () => {
    expect(editOf(message, { one: "a", few: "b" }, { one: "a", few: "", many: "c" })).toEqual({
      forms: { few: null, many: "c" },
    });
    expect(editOf({}, { [PLAIN]: "a" }, { [PLAIN]: "b" })).toEqual({ text: "b" });
    expect(editOf({}, { [PLAIN]: "a" }, { [PLAIN]: "a" })).toEqual({});
    expect(sameTexts({ one: "a", few: "" }, { one: "a" })).toBe(true);
  });

  test("merging two people's edits of a plural keeps the forms that each person changed", () => {
    const merged = mergeTexts(
      { one: "a", few: "b" },
      { one: "mine", few: "b" },
      { one: "a", few: "theirs", many: "c" },
    );
    expect(merged).toEqual({ one: "mine", few: "theirs", many: "c" });
    expect(changedForms(merged, { one: "a", few: "theirs", many: "c" })).toEqual(["one"]);
  });
});

test("the search for the next empty plural form wraps around and ignores optional forms", () => {
  expect(nextEmptyForm(message, { one: "a" }, "few")).toBe("many");
  expect(nextEmptyForm(message, { many: "a" }, "many")).toBe("one");
  expect(nextEmptyForm(message, { one: "a", few: "b", many: "c" }, "one")).toBeNull();
});

test("the editor shows plural forms of the file that the language lacks, and pairs each form with the source form for the same numbers", () => {
  expect(shownForms(message, { two: "x" }).map(({ name }) => name)).toEqual(["one", "few", "many", "other", "two"]);
  expect(["one", "few", "other"].map((name) => sourceFormOf(message, "en", name))).toEqual(["one", "other", "other"]);
});
