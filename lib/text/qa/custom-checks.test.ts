import { expect, test } from "vitest";
import { checkTranslation, type QaPattern, type QaSegment } from "./check";
import { customChecksOf } from "./compile-custom-checks";

const check = {
  id: "sie",
  target: "\\bSie\\b",
  finding: "match",
  caseSensitive: true,
  message: "Say du.",
  severity: "error",
} as const;
const codes: QaSegment["codes"] = [
  { id: 1, kind: "format" },
  { id: 2, kind: "placeholder", equiv: "{name}" },
];

function found(checks: readonly QaPattern[], source: string, target: string) {
  return checkTranslation({ text: source, codes }, target, { source: "en", target: "de", customChecks: checks })
    .filter(({ check: id }) => id.startsWith("custom."))
    .map(({ check: id, severity, start, end, params }) => [
      id,
      severity,
      start === null ? null : target.slice(start, end!),
      params.message,
    ]);
}

test("a custom check reports each match, both between and across inline codes", () => {
  const checks = customChecksOf([check], "de");
  expect(found(checks, "You and you", "Sie &amp; <g1>Sie</g1>, nicht Siegel")).toEqual([
    ["custom.sie", "error", "Sie", "Say du."],
    ["custom.sie", "error", "Sie", "Say du."],
  ]);
  const named = customChecksOf([{ ...check, target: "Hallo,? \\{name\\}!" }], "de");
  expect(found(named, "Hi <x2/>!", "Na, <g1>Hallo</g1> <x2/>!")).toEqual([
    ["custom.sie", "error", "Hallo</g1> <x2/>!", "Say du."],
  ]);
});

test("a custom check for required text reports one issue for the whole text if its source pattern matches", () => {
  const legal = { ...check, id: "legal", source: "(?i)terms", target: "AGB", finding: "no_match" } as const;
  const checks = customChecksOf([{ ...legal, severity: "warning" }], "de");
  expect(found(checks, "Read the Terms", "Lies die Bedingungen")).toEqual([
    ["custom.legal", "warning", null, "Say du."],
  ]);
  expect(found(checks, "Read the Terms", "Lies die AGB")).toEqual([]);
  expect(found(checks, "Read the text", "Lies den Text")).toEqual([]);
});

test("a custom check applies only to its languages, and a project can change its severity", () => {
  expect(customChecksOf([{ ...check, languages: ["fr"] }], "de")).toEqual([]);
  const customChecks = customChecksOf([check], "de");
  const context = { source: "en", target: "de", customChecks, severities: { "custom.sie": "off" } } as const;
  expect(checkTranslation({ text: "You", codes: [] }, "Sie", context)).toEqual([]);
});

test("a custom check whose pattern cannot be compiled reports nothing", () => {
  expect(customChecksOf([{ ...check, target: "(" }], "de")).toEqual([]);
});
