import { stripVTControlCharacters } from "node:util";

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * Counts of vitest's JSON report. A run that exits with an error but without a failed test (a file that does not load,
 * a crash, no report) counts as one failure.
 * @param {any} report
 * @param {number} exitCode
 * @returns {Tally}
 */
export function countVitest(report, exitCode) {
  const brokenFiles = (report?.testResults ?? []).filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  return checkExitCode(
    {
      passed: report?.numPassedTests ?? 0,
      failed: (report?.numFailedTests ?? 0) + brokenFiles,
      skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    },
    exitCode,
  );
}

/**
 * One line per failed test with the first line of its error, repeated at the very end of the output.
 * @param {any} report vitest's
 * @returns {string[]}
 */
export function failedOfVitest(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    if (file.status === "failed" && failed.length === 0) return [failureLine(file.name, file.message)];
    return failed.map((test) => failureLine(`${file.name} › ${test.fullName}`, test.failureMessages?.[0]));
  });
}

/**
 * Names of tests skipped because a required program or permission is missing.
 * @param {any} report vitest's
 * @returns {string[]}
 */
export function skippedOfVitest(report) {
  return (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === "skipped" || test.status === "pending")
      .map((test) => `${file.name} › ${test.fullName}`),
  );
}

/**
 * Failures of Playwright's nested suites, with the failed line: a journey may check the same thing more than once.
 * @returns {string[]}
 */
export function failedOfPlaywright(report) {
  const inSuite = (suite, path) => [
    ...(suite.specs ?? [])
      .filter((spec) => !spec.ok || spec.tests.some((test) => test.status === "flaky"))
      .map((spec) => failureOfSpec(spec, path)),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...path, inner.title])),
  ];
  return [
    ...(report?.errors ?? []).map((error) => failureLine("playwright", error.message)),
    ...(report?.suites ?? []).flatMap((suite) => inSuite(suite, [suite.title])),
  ];
}

function failureOfSpec(spec, path) {
  const error = spec.tests.flatMap((test) => test.results).find((result) => result.error?.message)?.error;
  const line = error?.location ? ` (line ${error.location.line})` : "";
  return failureLine(`${[...path, spec.title].join(" › ")}${line}`, error?.message);
}

function failureLine(name, why) {
  const [line] = stripVTControlCharacters(why ?? "")
    .trim()
    .split("\n");
  return line ? `${name}: ${line}` : name;
}

/** The counts of Playwright's report; a flaky test counts as failed. */
export function countPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return checkExitCode({ passed: expected, failed: unexpected + flaky, skipped }, exitCode);
}

/** @param {Tally[]} tallies @returns {Tally} */
export function addUp(tallies) {
  const sum = (field) => tallies.reduce((total, tally) => total + tally[field], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** @param {Tally} tally */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

const checkExitCode = (tally, exitCode) => (exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally);
