import { expect, test } from "vitest";
import { describeError, textLine } from "./log";
import { TaskThread } from "./pool/task-thread";

test("a log line for people starts with time, level and message, and quotes values with spaces", () => {
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

test("a logged error names a file that is missing from the installation, but never repeats other messages", async () => {
  const thread = new TaskThread("/nowhere/format-worker.mjs", { stderr: true });
  const fault = await thread.ask({}, 10_000).catch((error) => error);
  expect(describeError(fault)).toMatchObject({ cause: { missing: "/nowhere/format-worker.mjs" } });
  expect(JSON.stringify(describeError(new Error("'/nowhere' is a secret")))).not.toContain("nowhere'");
});
