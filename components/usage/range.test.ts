import { describe, expect, it } from "vitest";
import { bucketsOf, customRange, presetRange } from "./range";

const NOON = Date.parse("2026-03-01T12:00:00Z");

describe("the date range of the usage page", () => {
  it("a preset range of the usage page ends today and has the number of days that its name states", () => {
    expect(presetRange("week", NOON)).toEqual({ from: "2026-02-23", to: "2026-03-01", bucket: "day" });
    expect(bucketsOf(presetRange("month", NOON))).toHaveLength(30);
  });

  it("a range of the usage page has a bucket for every hour or day, including those without usage", () => {
    const hours = bucketsOf({ from: "2026-02-28", to: "2026-03-01", bucket: "hour" });
    expect(hours).toHaveLength(48);
    expect(hours[0]).toBe("2026-02-28T00:00:00.000Z");
    expect(hours.at(-1)).toBe("2026-03-01T23:00:00.000Z");
  });

  it("a short custom range of the usage page uses hours, and empty, reversed or overlong ranges are rejected", () => {
    expect(customRange("2026-02-28", "2026-03-01")?.bucket).toBe("hour");
    expect(customRange("2026-01-01", "2026-03-01")?.bucket).toBe("day");
    expect(customRange("2026-03-02", "2026-03-01")).toBeNull();
    expect(customRange("2025-01-01", "2026-03-01")).toBeNull();
    expect(customRange("", "2026-03-01")).toBeNull();
  });
});
