import fs from "node:fs";
import path from "node:path";

/** Name prefix of reports in `test-results` with durations of test files, written by e2e/timings.ts for each stage. */
export const TIMINGS_PREFIX = "timings-";
const SLOWEST = 20;

/**
 * @typedef {{ name: string, seconds: number }} Stage
 * @typedef {{ file: string, importMs: number, testMs: number }} FileTiming
 * @typedef {{ stages: Stage[], slowest: FileTiming[] }} Timings
 */

/**
 * Seconds per stage, and the slowest test files of all runners.
 * @param {string} folder of the reports
 * @param {Stage[]} stages
 * @returns {Timings}
 */
export function readTimings(folder, stages) {
  const files = stages.flatMap(({ name }) => [
    ...(read(path.join(folder, `${TIMINGS_PREFIX}${name}.json`)) ?? []),
    ...(name === "browser" ? timingsOfPlaywright(read(path.join(folder, "playwright.json"))) : []),
  ]);
  const slowest = files.sort((a, b) => total(b) - total(a)).slice(0, SLOWEST);
  return { stages, slowest };
}

/**
 * @param {Timings} timings
 * @returns {string[]}
 */
export function timingLines({ stages, slowest }) {
  const width = Math.max(0, ...stages.map(({ name }) => name.length));
  return [
    "Seconds per stage:",
    ...stages.map(({ name, seconds }) => `  ${name.padEnd(width)} ${seconds.toFixed(0).padStart(5)}`),
    ...(slowest.length > 0 ? ["Slowest test files (seconds; import within):"] : []),
    ...slowest.map((one) => `  ${inSeconds(total(one))} ${inSeconds(one.importMs)}  ${one.file}`),
  ];
}

/** @returns {FileTiming[]} */
function timingsOfPlaywright(report) {
  const durationsIn = (suite) => [
    ...(suite.specs ?? []).flatMap(({ tests }) =>
      tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
    ),
    ...(suite.suites ?? []).flatMap(durationsIn),
  ];
  return (report?.suites ?? []).map((suite) => ({
    file: `e2e/browser/${suite.file}`,
    importMs: 0,
    testMs: durationsIn(suite).reduce((sum, duration) => sum + duration, 0),
  }));
}

const total = ({ importMs, testMs }) => importMs + testMs;
const inSeconds = (ms) => (ms / 1000).toFixed(1).padStart(6);

/** A report of a test runner; null if it has written none. */
export function read(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
}
