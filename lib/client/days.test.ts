import { afterEach, expect, test } from "vitest";
import { dayOf, dueAtOf, endOfDay } from "./days";

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

test.each(["America/Los_Angeles", "UTC", "Asia/Tokyo", "Pacific/Kiritimati"])(
  "a due date chosen in time zone %s is shown as the same day after it is saved",
  (name) => {
    process.env.TZ = name;
    expect(dayOf(endOfDay("2026-11-21")!)).toBe("2026-11-21");
  },
);

test("an invalid date has no end-of-day time", () => {
  expect(endOfDay("")).toBeUndefined();
  expect(endOfDay("2026-13-41")).toBeUndefined();
  expect(endOfDay("2026-02-31")).toBeUndefined();
  expect(endOfDay("2026-02-29")).toBeUndefined();
  expect(endOfDay("2028-02-29")).toBeDefined();
  expect(endOfDay("123456-01-01")).toBeUndefined();
});

test("a due date is sent as the end of its day, as null if the field is empty, and as undefined if it is invalid", () => {
  expect([dueAtOf("2026-11-21"), dueAtOf(""), dueAtOf("3.2.")]).toEqual([endOfDay("2026-11-21"), null, undefined]);
});
