import { expect, test } from "vitest";
import { limitInNote } from "./labels-in-note";

test.each([
  ["max-length: 40", 40],
  ["Title of the page\nmax-length:40", 40],
  ["Button. maxLength=12", 12],
  ["MAX LENGTH: 30 characters", 30],
  ["Maximum_characters = 8", 8],
])("a length limit is read from the translator note %s", (note, limit) => {
  expect(limitInNote(note)).toBe(limit);
});

test.each([
  undefined,
  "",
  "Shown when the name has more than 40 characters",
  "The password must have a max length of 40",
  "max-width: 40px",
  "max-length: 0",
  "climax-length: 3",
  "max-length: 50%",
])("no length limit is read from the translator note %s", (note) => {
  expect(limitInNote(note)).toBeNull();
});
