import { describe, expect, test } from "vitest";
import { LOCALES } from "@/lib/vocabulary/locales";
import { dayHint, dayIn, writeDay } from "./day-text";

describe("the text of a date field", () => {
  test.each(LOCALES)("a date written in %s is read back as the same date", (locale) => {
    for (const day of ["2026-11-21", "2026-02-03", "2032-12-31"])
      expect(dayIn(writeDay(day, locale), locale)).toBe(day);
  });

  test("a date is written with day, month and year in the order of the language", () => {
    expect(writeDay("2026-11-21", "en")).toBe("11/21/2026");
    expect(writeDay("2026-11-21", "de")).toBe("21.11.2026");
    expect(writeDay("2026-11-21", "ja")).toBe("2026/11/21");
  });

  test.each(LOCALES)("the hint of a date field shows a date that can be typed in %s", (locale) => {
    const hint = dayHint(locale, (part) => ({ year: "2026", month: "02", day: "03" })[part]);
    expect(dayIn(hint, locale)).toBe("2026-02-03");
  });

  test.each([
    ["3.2.26", "de", "2026-02-03"],
    ["3 2 2026", "fr", "2026-02-03"],
    ["2/3/2026", "en", "2026-02-03"],
    ["2026-02-03", "de", "2026-02-03"],
    ["٣/٢/٢٠٢٦", "ar", "2026-02-03"],
    ["２０２６年２月３日", "ja", "2026-02-03"],
  ])("the date field accepts %s in %s", (text, locale, day) => {
    expect(dayIn(text, locale)).toBe(day);
  });

  test.each(["", "3.2.", "31.2.2026", "tomorrow", "1.2.3.4", "3.2.026"])("the date field rejects %j", (text) => {
    expect(dayIn(text, "de")).toBeUndefined();
    expect(writeDay(text, "de")).toBe(text);
  });
});
