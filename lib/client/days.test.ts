import { afterEach, expect, test } from "vitest";
import { dayOf, dueAtOf, endOfDay } from "./days";

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

test.each(["America/Los_Angeles", "UTC", "Asia/Tokyo", "Pacific/Kiritimati"])(
  "a day in %s stays the same day after it was saved",
  (name) => {
    process.env.TZ = name;
    expect(dayOf(endOfDay("2026-11-21")!)).toBe("2026-11-21");
  },
);

test("a day that does not exist has no end", () => {
  expect(endOfDay("")).toBeUndefined();
  expect(endOfDay("2026-13-41")).toBeUndefined();
  expect(endOfDay("2026-02-31")).toBeUndefined();
  expect(endOfDay("2026-02-29")).toBeUndefined();
  expect(endOfDay("2028-02-29")).toBeDefined();
  expect(endOfDay("123456-01-01")).toBeUndefined();
});

test("a due date is a day's end, none, or refused", () => {
  expect([dueAtOf("2026-11-21"), dueAtOf(""), dueAtOf("3.2.")]).toEqual([endOfDay("2026-11-21"), null, undefined]);
});
