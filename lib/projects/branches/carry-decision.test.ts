import { expect, test } from "vitest";
import { decide, type Side } from "./carry-decision";

const side = (over: Partial<Side>): Side => ({
  text: null,
  forms: null,
  state: "untranslated",
  origin: null,
  edited: false,
  ...over,
});
const human = (text: string, state: Side["state"] = "translated") => side({ text, state, origin: "human" });
const machine = (text: string) => side({ text, state: "draft", origin: "mt" });

test.each<[string, Side, Side, boolean, boolean, ReturnType<typeof decide>]>([
  ["what the branch translated first", human("Casa"), side({}), false, false, "take"],
  ["what only the branch changed", human("Hogar"), human("Casa", "reviewed"), false, false, "take"],
  ["the same text, approved in the branch", human("Casa", "reviewed"), human("Casa"), true, false, "take"],
  ["the same text, approved in main", human("Casa"), human("Casa", "reviewed"), true, false, "keep"],
  ["a machine's draft of main", human("Hogar"), machine("Casa"), true, false, "take"],
  ["a machine's draft of the branch", machine("Hogar"), human("Casa"), true, false, "keep"],
  ["two drafts", machine("Hogar"), machine("Casa"), true, false, "keep"],
  ["two people's texts", human("Hogar"), human("Casa"), true, false, "suggest"],
  ["two people's texts of which one has a new source", human("Hogar"), human("Casa"), true, true, "replace"],
  ["nothing in the branch", side({}), human("Casa"), true, false, "keep"],
])("a merge decides how to carry over a translation: %s", (_, branch, main, isMainChanged, isNewSource, decision) => {
  expect(decide(branch, main, isMainChanged, isNewSource)).toBe(decision);
});
