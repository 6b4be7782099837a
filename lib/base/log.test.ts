import { expect, test } from "vitest";
import { describeError, isConsequence, textLine } from "./log";
import { TaskThread } from "./pool/task-thread";

test("a text log line starts with time, level and message, and quotes values with spaces", () => {
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

test("a logged error includes the path of a file missing from the installation, but no other error message", async () => {
  const thread = new TaskThread("/nowhere/format-worker.mjs", { stderr: true });
  const fault = await thread.ask({}, 10_000).catch((error) => error);
  expect(describeError(fault)).toMatchObject({ cause: { missing: "/nowhere/format-worker.mjs" } });
  expect(JSON.stringify(describeError(new Error("'/nowhere' is a secret")))).not.toContain("nowhere'");
});

test.each([
  ["a statement of a table", { at: ["at queryWithCache (node_modules/drizzle-orm/pg-core/session.js:41:15)"] }, true],
  ["a statement of the driver", { at: ["at cachedError (node_modules/postgres/src/query.js:170:23)"] }, true],
  ["a request to another server", { at: ["at fetch (node:internal/deps/undici/undici:14902:13)"] }, false],
])(
  "a connection reset during %s is not logged again if it follows from a reported database failure",
  (_, outer, isSilent) => {
    const cause = { code: "ECONNRESET", at: ["at TCP.onStreamRead (node:internal/stream_base_commons:218:20)"] };
    expect(isConsequence({ error: "Error", ...outer, cause })).toBe(isSilent);
  },
);
