import fc from "fast-check";
import { expect, test } from "vitest";
import { breakLine, longestWord } from "./wrap";

const measure = (text: string) => text.length;
const words = fc.array(fc.constantFrom("tea", "a", "-", "1.", "#", ">x", "water\\\\", "kettle", "```", "+"), {
  minLength: 1,
  maxLength: 12,
});

test("wrapping a line keeps the words of the line and doesn't turn the line into another kind of block", () => {
  fc.assert(
    fc.property(fc.constantFrom("", "- ", "12. ", "  "), words, fc.integer({ min: 1, max: 30 }), (lead, list, room) => {
      const line = `${lead}word ${list.join(" ")}`;
      const lines = breakLine(line, room, measure);
      expect([lines[0], ...lines.slice(1).map((one) => one.trimStart())].join(" ")).toBe(line);
      for (const one of lines.slice(1)) {
        expect(one.slice(0, lead.length).trim()).toBe("");
        expect(one.trimStart()).toMatch(/^(?:tea|a|water|kettle)/);
      }
      for (const one of lines.slice(0, -1)) expect(one).not.toMatch(/\\$/);
      for (const one of lines) expect(one.length).toBeLessThanOrEqual(Math.max(room, longestWord(line, measure)));
    }),
  );
});

test("headings and table rows are not wrapped", () => {
  for (const line of ["# A heading of words", "| a | row |", "[tea]: /a/long/address 'Title'"])
    expect(breakLine(line, 5, measure)).toEqual([line]);
});
