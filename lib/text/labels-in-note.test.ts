import { expect, test } from "vitest";
import { labelsInNote } from "./labels-in-note";

test.each([
  ["label: checkout", ["checkout"]],
  ["The button below the cart.\nLabels: checkout, button, checkout", ["checkout", "button"]],
  [" * tags = ios/main, v2.1\n * label: später", ["ios/main", "v2.1", "später"]],
  ["Label: the text of the button", []],
  ["labels: a, the second one", []],
  ["The label: a word", []],
  ["labels:", []],
  [undefined, []],
])("parsing the translator note %j returns the labels %j", (note, labels) => {
  expect(labelsInNote(note)).toEqual(labels);
});

test("parsing a translator note returns twenty labels at most", () => {
  const many = Array.from({ length: 30 }, (_, i) => `l${i}`);
  expect(labelsInNote(`labels: ${many.join(",")}`)).toEqual(many.slice(0, 20));
});
