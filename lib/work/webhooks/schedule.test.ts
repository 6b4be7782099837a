import { describe, expect, test } from "vitest";
import { DISABLE_AFTER_SECONDS, retryAfterSeconds, secondsToNextAttempt } from "./schedule";

const mean = () => 0.5;

describe("retry delays of webhook deliveries", () => {
  test("retries follow the schedule of Standard Webhooks and end after ten attempts", () => {
    const delays = Array.from({ length: 10 }, (_, i) => secondsToNextAttempt(i + 1, null, mean));
    expect(delays).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
  });

  test("retries last longer than the time after which a failing webhook is disabled", () => {
    const least = Array.from({ length: 9 }, (_, i) => secondsToNextAttempt(i + 1, null, mean) ?? 0);
    expect(least.reduce((a, b) => a + b)).toBeGreaterThan(DISABLE_AFTER_SECONDS);
  });

  test("retry delays vary randomly by ten percent", () => {
    expect(secondsToNextAttempt(2, null, () => 0)).toBeCloseTo(270);
    expect(secondsToNextAttempt(2, null, () => 1)).toBeCloseTo(330);
  });

  test("a retry waits as long as the receiver requests, up to a day, and never less than planned", () => {
    expect(secondsToNextAttempt(1, 60, mean)).toBe(60);
    expect(secondsToNextAttempt(2, 60, mean)).toBe(300);
    expect(secondsToNextAttempt(1, 1e9, mean)).toBe(86_400);
    expect(secondsToNextAttempt(10, 60, mean)).toBeNull();
  });
});

test.each([
  [undefined, null],
  ["", null],
  ["0", 0],
  ["120", 120],
  ["-5", null],
  ["soon", null],
  ["Fri, 21 Nov 2026 10:00:00 GMT", 3_600],
  ["Fri, 21 Nov 2025 10:00:00 GMT", 0],
])("the Retry-After header %j means a delay of %s seconds", (header, seconds) => {
  expect(retryAfterSeconds(header, new Date("2026-11-21T09:00:00Z"))).toBe(seconds);
});
