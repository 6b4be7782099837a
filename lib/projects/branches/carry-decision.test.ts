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
  ["only the branch has a translation", human("Casa"), side({}), false, false, "take"],
  ["only the branch has changed the translation", human("Hogar"), human("Casa", "reviewed"), false, false, "take"],
  ["the same text, approved in the branch", human("Casa", "reviewed"), human("Casa"), true, false, "take"],
  ["the same text, approved in main", human("Casa"), human("Casa", "reviewed"), true, false, "keep"],
  ["main has a machine draft", human("Hogar"), machine("Casa"), true, false, "take"],
  ["the branch has a machine draft", machine("Hogar"), human("Casa"), true, false, "keep"],
  ["both have machine drafts", machine("Hogar"), machine("Casa"), true, false, "keep"],
  ["both have human translations", human("Hogar"), human("Casa"), true, false, "suggest"],
  ["both have human translations, and the source has changed", human("Hogar"), human("Casa"), true, true, "replace"],
  ["the branch has no translation", side({}), human("Casa"), true, false, "keep"],
])(
  "merging a branch keeps, replaces or suggests a translation correctly: %s",
  (_, branch, main, isMainChanged, isNewSource, decision) => {
    expect(decide(branch, main, isMainChanged, isNewSource)).toBe(decision);
  },
);
