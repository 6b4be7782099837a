import { expect, test } from "vitest";
import { codeMoved, inSegments, untranslatedWords } from "./warnings";

test("a warning about segments lists the first five and counts all", () => {
  expect(inSegments(codeMoved, [4])).toMatchObject({
    code: "code_moved",
    count: 1,
    message: expect.stringMatching(/ It is in segment 4\.$/),
  });
  const many = inSegments(codeMoved, [2, 3, 5, 7, 11, 13, 17]);
  expect(many.message).toMatch(/ It is in segments 2, 3, 5, 7, 11 and 2 more\.$/);
  expect(many.count).toBe(7);
  expect(untranslatedWords(["foo"])).toMatchObject({ count: 1, message: expect.stringMatching(/^One word is /) });
});
