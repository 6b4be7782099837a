import { expect, test } from "vitest";
import { readFlags } from "@/lib/text/flags";
import { plainSegment } from "@/lib/text/segment";
import { checkTranslation } from "./check";
import { faultOfFlag, findersOf, flagsInNote } from "./usable-flags";

/** The checks that report an issue for a Spanish translation of an English text with these flags. */
function found(source: string, target: string, flags: readonly string[], format = "json"): string[] {
  const read = readFlags(flags);
  const context = { source: "en", target: "es", format, flags: read, flagged: findersOf(read) };
  return checkTranslation(plainSegment(source), target, context).map(({ check }) => check);
}

test.each([
  ["Room 5 is free.", "La sala está libre.", "number.missing", "ignore-number.missing"],
  ["Room 5 is free.", "La sala está libre.", "number.missing", "ignore-number"],
  ["Room 5 is free.", "La sala está libre.", "number.missing", "ignore-all-checks"],
  ["Stop.", "Alto", "punctuation.end", "ignore-end-stop"],
  ["Open the door", "Open the door", "same_as_source", "ignore-same"],
])("the translation of %j as %j is reported with %s, but not with the flag %s", (source, target, check, flag) => {
  expect(found(source, target, [])).toContain(check);
  expect(found(source, target, [flag])).not.toContain(check);
  expect(found(source, target, ["ignore-space"])).toContain(check);
});

test("a max-length flag limits the length of a translation", () => {
  expect(found("Open", "Abrir ahora", ["max-length:20"])).not.toContain("length.max");
  expect(found("Open", "Abrir ahora", ["max-length:5"])).toContain("length.max");
});

test.each([
  ["Open ~name~ now", "Abrir ~nombre~ ahora", ["placeholder.altered"]],
  ["Open ~name~ now", "Abrir ahora", ["placeholder.missing"]],
  ["Open ~name~ now", "Abrir ~name~ ahora", []],
])("the translation of %j as %j is reported with %j if a flag defines the placeholders", (source, target, checks) => {
  const all = found(source, target, ["placeholders:~\\w+~"]);
  expect(all.filter((check) => check.startsWith("placeholder")).sort()).toEqual([...checks].sort());
});

test("a placeholder pattern in a flag replaces automatic placeholder detection", () => {
  const [source, target] = ["Type %3d digits", "Escriba %3 dígitos"];
  expect(found(source, target, []).some((check) => check.startsWith("placeholder"))).toBe(true);
  expect(found(source, target, ["placeholders:%\\d"])).toEqual([]);
});

test("the safe-html flag reports a tag that the source lacks, even in a format without markup", () => {
  expect(found("Hello", "<b>Hola</b>", [])).not.toContain("tags.extra");
  expect(found("Hello", "<b>Hola</b>", ["safe-html"])).toContain("tags.extra");
});

test("flags are read from a line of their own in a translator note, and not from the rest of the note", () => {
  const usable = (note: string) => flagsInNote(note).usable;
  expect(usable("On the start page\nFlags: ignore-number, max-length:20, placeholders:\\d{1,3}")).toEqual([
    "ignore-number",
    "max-length:20",
    "placeholders:\\d{1,3}",
  ]);
  expect(flagsInNote("Flags: max-length: 20, ignore-no-such-check")).toEqual({
    usable: ["max-length:20"],
    unusable: ["ignore-no-such-check"],
  });
  expect(flagsInNote("flags: of the world, and others")).toEqual({ usable: [], unusable: [] });
  expect(usable("Flags: placeholders:(?=a)")).toEqual([]);
});

test.each([
  "ignore-",
  "ignore-x y",
  "max-length:0",
  "max-length:a",
  "safe-htm",
  "placeholders:",
  "placeholders:(",
  "ignore-nonsense",
  "c-format",
])("an invalid check flag is refused: %j", (flag) => expect(faultOfFlag(flag)).not.toBeNull());
