import { describe, expect, test } from "vitest";
import {
  addUp,
  countPlaywright,
  countVitest,
  failedOfPlaywright,
  failedOfVitest,
  sentence,
  skippedOfVitest,
} from "./tally.mjs";

describe("the summary of all test results", () => {
  const file = (status: string, ...tests: string[]) => ({
    status,
    assertionResults: tests.map((one) => ({ status: one })),
  });

  test("the summary adds up the results of all test runners", () => {
    const vitest = countVitest(
      { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, testResults: [file("failed", "failed")] },
      1,
    );
    const playwright = countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } }, 1);
    expect(sentence(addUp([vitest, playwright, { passed: 1, failed: 0, skipped: 0 }]))).toBe(
      "11 passed, 3 failed, 2 skipped",
    );
  });

  test("a test file that fails to load counts as a failure", () => {
    const report = { numPassedTests: 4, numFailedTests: 0, testResults: [file("failed"), file("passed", "passed")] };
    expect(countVitest(report, 1)).toEqual({ passed: 4, failed: 1, skipped: 0 });
  });

  test("a test runner that fails without a failed test or without a report counts as a failure", () => {
    expect(countVitest({ numPassedTests: 4, testResults: [] }, 1).failed).toBe(1);
    expect(countVitest(null, 1).failed).toBe(1);
    expect(countPlaywright(null, 127).failed).toBe(1);
  });

  test("skipped tests are listed by name", () => {
    const result = (status: string, fullName: string) => ({ status, fullName });
    const assertionResults = [
      result("passed", "reads"),
      result("skipped", "LibreOffice opens it"),
      result("pending", "msgfmt"),
    ];
    expect(skippedOfVitest({ testResults: [{ name: "/a.test.ts", assertionResults }] })).toEqual([
      "/a.test.ts › LibreOffice opens it",
      "/a.test.ts › msgfmt",
    ]);
    expect(skippedOfVitest(null)).toEqual([]);
  });

  test("failed tests are listed by name with the first line of the error", () => {
    const failed = {
      status: "failed",
      fullName: "a segment keeps its code",
      failureMessages: ["\u001b[31mGone\u001b[39m\n at x"],
    };
    const report = {
      testResults: [
        { name: "/a.test.ts", status: "failed", assertionResults: [failed, { status: "passed" }] },
        { name: "/b.test.ts", status: "failed", message: "Cannot find module", assertionResults: [] },
      ],
    };
    expect(failedOfVitest(report)).toEqual([
      "/a.test.ts › a segment keeps its code: Gone",
      "/b.test.ts: Cannot find module",
    ]);

    const spec = (title: string, ok: boolean, status: string, message?: string, line?: number) => ({
      title,
      ok,
      tests: [{ status, results: [{ error: message && { message, location: line && { line } } }] }],
    });
    const suites = [
      {
        title: "keys.test.ts",
        specs: [spec("shows a key once", false, "unexpected", "Timed out", 7), spec("revokes", true, "expected")],
        suites: [{ title: "The list", specs: [spec("is empty at first", true, "flaky", "Late")] }],
      },
    ];
    expect(failedOfPlaywright({ suites })).toEqual([
      "keys.test.ts › shows a key once (line 7): Timed out",
      "keys.test.ts › The list › is empty at first: Late",
    ]);
    expect(failedOfVitest(null)).toEqual([]);
    expect(failedOfPlaywright(null)).toEqual([]);
  });
});
