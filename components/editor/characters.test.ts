import { expect, test } from "vitest";
import { CHARACTERS, withUnseen } from "./characters";

const inside = { start: false, end: false };
const marked = (text: string, ends = { start: true, end: true }) =>
  withUnseen(text, ends).flatMap((piece) => (piece.isUnseen ? [piece.text] : []));

test("the editor marks characters that are easily overlooked, and the pieces of the marked text join to the original text", () => {
  const { noBreakSpace, rightToLeftMark } = CHARACTERS;
  const text = ` Prix${noBreakSpace}: 3  euros${rightToLeftMark} `;
  expect(marked(text)).toEqual([" ", noBreakSpace, "  ", rightToLeftMark, " "]);
  expect(
    withUnseen(text, inside)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test("a space at the end of a part of a text is marked only if more text follows the part", () => {
  expect(marked("Click ", { start: true, end: false })).toEqual([]);
  expect(marked("Click ")).toEqual([" "]);
  expect(marked("")).toEqual([]);
});
