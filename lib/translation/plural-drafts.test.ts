import { expect, test } from "vitest";
import { draftedForms, formDrafts, withPlaceholder } from "./plural-drafts";

const codes = [{ id: 1, kind: "placeholder" as const, equiv: "#" }];
const files = { rule: "cardinal" as const, forms: { one: "One file", other: "<x1/> files" }, codes, maxLength: null };
const texts = (target: string) =>
  formDrafts(files, "en", target).map(({ name, segment }) => [name, segment.text, segment.codes.length]);

test("each plural form is sent to the engine with a number that selects the form", () => {
  expect(texts("pl")).toEqual([
    ["one", "One file", 0],
    ["few", "2 files", 0],
    ["many", "5 files", 0],
    // In Polish, `other` is for fractions.
    ["other", "1.5 files", 0],
  ]);
  expect(texts("es").map(([name]) => name)).toEqual(["one", "other"]);
  // French and Portuguese `one` is for 0, too, which English counts as a plural.
  for (const target of ["fr", "pt"]) expect(texts(target)[0]).toEqual(["one", "One file", 0]);
});

test("the number in a drafted plural form is replaced by the placeholder, and a draft without that number is dropped", () => {
  const [, few] = formDrafts(files, "en", "pl");
  expect(withPlaceholder("2 pliki", few!)).toBe("<x1/> pliki");
  expect(withPlaceholder("dwa pliki", few!)).toBeNull();
  expect(withPlaceholder("12 pliki", few!)).toBeNull();
  const answers = new Map([
    ["One file", "Jeden plik"],
    ["2 files", "dwa pliki"],
    ["5 files", "5 plików"],
    ["1.5 files", "1,5 pliku"],
  ]);
  const drafts = formDrafts(files, "en", "pl").map((draft) => ({ ...draft, text: answers.get(draft.segment.text)! }));
  expect(draftedForms(drafts, "pl")).toEqual({ one: "Jeden plik", many: "<x1/> plików", other: "<x1/> pliku" });
});

test("a plural message with several arguments is sent to the engine with placeholders instead of numbers", () => {
  const two = [1, 2].map((id) => ({ id, kind: "placeholder" as const, equiv: `{${id}}` }));
  const plural = { ...files, forms: { one: "<x1/> has <x2/> file", other: "<x1/> has <x2/> files" }, codes: two };
  const drafts = formDrafts(plural, "en", "es");
  expect(drafts.map(({ segment, number }) => [segment.text, number])).toEqual([
    ["<x1/> has <x2/> file", null],
    ["<x1/> has <x2/> files", null],
  ]);
});

test("the plural forms of a gettext file are drafted by the file's own Plural-Forms header", () => {
  const plural = { ...files, rule: "gettext" as const, forms: { "0": "One file", "1": "<x1/> files" } };
  const texts = (header?: string) =>
    formDrafts({ ...plural, header }, "en", "es").map(({ name, segment }) => [name, segment.text]);
  const [one, other] = ["One file", "2 files"];
  expect(texts()).toEqual([
    ["0", one],
    ["1", other],
  ]);
  expect(texts("nplurals=2; plural=(n==1);")).toEqual([
    ["0", other],
    ["1", one],
  ]);
  expect(texts("nplurals=1; plural=0;")).toEqual([["0", other]]);
});

test("a plural nested in a plural form is drafted in its own plural forms", () => {
  const forms = {
    one: "<x1/> folder with {b, plural, one {# file} other {# files}}",
    other: "<x1/> folders with {b, plural, one {# file} other {# files}}",
  };
  const drafts = formDrafts({ ...files, forms }, "en", "pl").map((draft) => ({
    ...draft,
    text: draft.segment.text.replace("folders", "foldery").replace("files", "pliki").replace("with", "z"),
  }));
  expect(drafts.filter(({ name }) => name === "few").map(({ segment }) => segment.text)).toEqual([
    "2 folders with {b, plural, one {# file} other {# files}}",
    "1 file",
    "2 files",
    "5 files",
    "1.5 files",
  ]);
  const few = drafts.filter(({ name }) => name === "few");
  // The engine returns each choice as a placeholder.
  const answers = [
    forms.other.replace("<x1/>", "2").replace("folders with", "foldery z"),
    ...few.slice(1).map(({ text }) => text),
  ];
  const answered = few.map((draft, i) => ({ ...draft, text: answers[i]! }));
  expect(draftedForms(answered, "pl")).toEqual({
    few: "<x1/> foldery z {b, plural, one {# file} few {# pliki} many {# pliki} other {# pliki}}",
  });
  expect(
    draftedForms(
      answered.map((draft, i) => (i === 2 ? { ...draft, text: "dwa" } : draft)),
      "pl",
    ),
  ).toEqual({});
});
