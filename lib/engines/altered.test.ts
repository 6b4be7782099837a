import { expect, test } from "vitest";
import { answersOf, countAnswers } from "./altered";

test("stored examples of altered translations have their letters and digits masked, are distinct, and are sorted newest first", () => {
  const pair = { source: "en", target: "es" };
  const number = (missing: string, added: string) => ({ ...pair, code: "numbers_changed", missing, added });
  countAnswers("toy", 5, [number("4711", "47111"), number("2026", "20266")]);
  countAnswers("toy", 4, [{ ...pair, code: "code_changed" }]);
  countAnswers("toy", 3, [number("AB-12", "É3")]);
  countAnswers("toy", 2, []);
  expect(answersOf("toy")).toEqual({
    answers: 14,
    altered: 4,
    examples: [number("aa-00", "a0"), { ...pair, code: "code_changed" }, number("0000", "00000")],
  });
  expect(answersOf("other")).toEqual({ answers: 0, altered: 0, examples: [] });
});
