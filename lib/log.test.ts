import { expect, test } from "vitest";
import { textLine } from "./log";

test("a line for people starts with time, level and message, and quotes what has blanks", () => {
  const line = {
    level: "warn",
    time: "2026-01-02T03:04:05.678Z",
    job: "job_1",
    at: ["a b"],
    path: "a b",
    msg: "job failed",
  };
  expect(textLine(JSON.stringify(line))).toBe(
    '2026-01-02T03:04:05.678Z WARN  job failed job=job_1 at="[\\"a b\\"]" path="a b"\n',
  );
});
