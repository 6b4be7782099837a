import { expect, test } from "vitest";
import { CHECKS } from "./checks";

/** Ids of checks are stored in projects' settings and in findings, and severities decide what blocks a project. */
const BY_SEVERITY = {
  error: [
    "empty",
    "tags.missing",
    "tags.extra",
    "tags.nesting",
    "placeholder.missing",
    "placeholder.extra",
    "placeholder.altered",
    "icu.syntax",
    "plural.categories",
    "html.syntax",
    "html.unsafe",
    "length.max",
    "glossary.forbidden",
  ],
  warning: [
    "tags.order",
    "glossary.missing",
    "glossary.do_not_translate",
    "number.missing",
    "number.extra",
    "negation.missing",
    "url.changed",
    "email.changed",
    "space.leading",
    "space.trailing",
    "space.double",
    "space.nbsp",
    "newline.count",
    "punctuation.end",
    "brackets.mismatch",
    "brackets.unbalanced",
    "quotes.unbalanced",
    "repeated.word",
    "same_as_source",
    "inconsistent",
    "length.ratio",
    "mt.repetition",
    "script.mismatch",
    "language.mismatch",
    "outdated",
    "fuzzy.unedited",
    "issue.open",
  ],
  info: ["case.first", "inconsistent.reverse", "mt.unedited_approved"],
};
const FIXABLE = [
  "tags.missing",
  "tags.extra",
  "tags.nesting",
  "placeholder.missing",
  "placeholder.extra",
  "placeholder.altered",
  "glossary.forbidden",
  "glossary.missing",
  "url.changed",
  "email.changed",
  "space.leading",
  "space.trailing",
  "space.double",
  "space.nbsp",
  "punctuation.end",
  "repeated.word",
  "inconsistent",
  "case.first",
];

test.each(Object.entries(BY_SEVERITY))("checks of severity %s keep their names", (severity, ids) => {
  expect(CHECKS.filter((check) => check.severity === severity).map(({ id }) => id)).toEqual(ids);
  expect(CHECKS).toHaveLength(Object.values(BY_SEVERITY).flat().length);
});

test("the checks that may bring a replacement say so, and each says what it finds", () => {
  expect(CHECKS.filter(({ fixable }) => fixable).map(({ id }) => id)).toEqual(FIXABLE);
  for (const { id, description } of CHECKS) expect(description, id).toMatch(/^[A-Z].+\.$/);
});
