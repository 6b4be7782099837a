import { expect, test } from "vitest";
import { tryCustomCheck } from "./try-custom-check";

const check = { source: "", target: "\\bSie\\b", caseSensitive: true, finding: "match" } as const;

test("trying a custom check on a sample returns the issues with their positions", () => {
  expect(tryCustomCheck(check, "", "Wenn Sie wollen")).toEqual({
    problems: {},
    outcome: "reported",
    matches: [{ start: 5, end: 8 }],
  });
  expect(tryCustomCheck(check, "", "Wenn du willst").outcome).toBe("passed");
  expect(tryCustomCheck({ ...check, finding: "no_match" }, "", "Wenn du willst").outcome).toBe("reported");
  expect(tryCustomCheck({ ...check, finding: "no_match" }, "", "Wenn Sie wollen").outcome).toBe("passed");
});

test("trying a custom check gives no issue if the sample's source doesn't match", () => {
  const terms = { ...check, source: "(?i)terms", target: "AGB", finding: "no_match" } as const;
  expect(tryCustomCheck(terms, "Read the text", "Lies den Text").outcome).toBe("skipped");
  expect(tryCustomCheck(terms, "Read the Terms", "Lies den Text").outcome).toBe("reported");
});

test("trying a custom check with an invalid pattern gives an error that names the field", () => {
  const { problems, outcome } = tryCustomCheck({ ...check, source: "a(?=b)", target: "(" }, "ab", "x");
  expect(outcome).toBe("unknown");
  expect(problems.source).toMatch(/\S/);
  expect(problems.target).toMatch(/missing closing/);
});

test("trying a custom check without a sample or a pattern gives no result", () => {
  expect(tryCustomCheck(check, "", " ").outcome).toBe("unknown");
  expect(tryCustomCheck({ ...check, target: "" }, "", "Sie").outcome).toBe("unknown");
});
