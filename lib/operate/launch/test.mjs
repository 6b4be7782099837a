import "./node-version.mjs";
import { randomInt } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { TEST_PACKAGES } from "./apertium.mjs";
import { installCommand, installPackages, missingPackages } from "./apt.mjs";
import { buildApplication } from "./build.mjs";
import { bundleWorkers } from "./bundle.mjs";
import { installDependencies } from "./install.mjs";
import { bin, endRunning, mustRun, root, run, typescript } from "./run.mjs";
import { Failure, report, seconds, step } from "./step.mjs";
import {
  addUp,
  countPlaywright,
  countVitest,
  failedOfPlaywright,
  failedOfVitest,
  sentence,
  skippedOfVitest,
} from "./tally.mjs";
import { read, readTimings, TIMINGS_PREFIX, timingLines } from "./timings.mjs";

const { values: flags, positionals } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    shuffle: { type: "boolean", default: false },
    seed: { type: "string" },
  },
  allowPositionals: true,
});

/**
 * `npm test [-- stage …]`: all checks in stages; the last line counts passed and failed tests. A failing stage does not
 * stop the next ones, except that nothing runs if the application does not build. `--long` (`npm run test:long`) runs
 * what is too slow for every change instead; `--shuffle` runs the files in random order, `--seed` in that of an earlier run.
 *
 * @typedef {import("./tally.mjs").Tally} Tally
 * @type {Record<string, () => Promise<Tally>>}
 */
const STAGES = {
  types: () =>
    all([
      [bin.next, "typegen"],
      [bin.tsc, "--noEmit"],
    ]),
  lint: () => all([[bin.biome, "check", "."], [bin.knip]]),
  pure: () => vitest("pure", ["--config", "e2e/vitest.config.ts", "--project", "pure"]),
  database: () => vitest("database", ["--config", "e2e/vitest.config.ts", "--project", "shared", "--project", "own"]),
  build: async () => {
    await buildApplication();
    return { passed: 1, failed: 0, skipped: 0 };
  },
  api: () => vitest("api", ["--config", "e2e/vitest.api.config.ts"]),
  browser: playwright,
};
/** Checks that use one thread each and therefore run at the same time. */
const isStatic = (name) => ["types", "lint"].includes(name);
const LONG_STAGES = ["pure", "database", "build", "api", "browser"];
const READERS = ["tesseract-ocr", "poppler-utils"];
/** Debian has the first one; it uses a third less CPU time than a whole browser. */
const BROWSERS = ["chromium-headless-shell", "chromium"];
const NEEDS_BUILD = ["api", "browser"];
/** One line per failure. @type {string[]} */
const failures = [];
/** Skipped tests. @type {string[]} */
const skipped = [];
/** @type {import("./timings.mjs").Stage[]} */
const stages = [];
const RESULTS = path.join(root, "test-results");
const seed = flags.seed ?? String(randomInt(1_000_000));

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });
}

try {
  process.exitCode = await test(positionals);
} catch (error) {
  report(error);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
}

async function test(names) {
  const unknown = names.filter((name) => !STAGES[name]);
  if (unknown.length > 0)
    throw new Failure(`There is no stage ${unknown.join(", ")}: they are ${Object.keys(STAGES).join(", ")}.`);
  await step("Packages", () => installDependencies({ development: true }));
  await step("System packages", installSystemPackages);
  await bundleWorkers();
  const chosen = Object.keys(STAGES).filter((name) => isChosen(name, names));
  if (flags.shuffle) console.log(`Files run in random order: --shuffle --seed ${seed}`);
  if (chosen.some(isStatic)) await step("Generated types", generateTypes);
  const tallies = /** @type {Record<string, Tally>} */ ({});
  await Promise.all(chosen.filter(isStatic).map((name) => runStage(name, tallies)));
  for (const name of chosen) if (!isStatic(name)) await runStage(name, tallies);
  const timings = readTimings(RESULTS, stages);
  fs.mkdirSync(RESULTS, { recursive: true });
  fs.writeFileSync(path.join(RESULTS, "timings.json"), JSON.stringify(timings, null, 2));
  console.log(`\n${timingLines(timings).join("\n")}`);
  const total = addUp(Object.values(tallies));
  if (skipped.length > 0)
    console.log(`\nNot run, because what they name is missing here:\n${skipped.map((one) => `  ${one}`).join("\n")}`);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((one) => `  ${one}`).join("\n")}`);
  console.log(`\n${sentence(total)}`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

async function runStage(name, tallies) {
  const started = performance.now();
  const reported = failures.length;
  console.log(`\n── ${name} ──`);
  tallies[name] = NEEDS_BUILD.includes(name) && tallies.build?.failed ? notBuilt() : await attempt(STAGES[name]);
  const isUnreported = isStatic(name) || failures.length === reported;
  if (tallies[name].failed > 0 && isUnreported) failures.push(`${name}: as said above`);
  console.log(`── ${name}: ${sentence(tallies[name])} (${seconds(started)})`);
  stages.push({ name, seconds: (performance.now() - started) / 1000 });
}

async function generateTypes() {
  const generator = [...typescript, "e2e/clients/generate.ts", "types"];
  await mustRun(process.execPath, generator, "The SDK's types could not be generated.");
  return { outcome: "written" };
}

/** Tests of a running server require a build of the current sources, even if run alone. */
function isChosen(name, names) {
  if (flags.long && !LONG_STAGES.includes(name)) return false;
  return (
    names.length === 0 || names.includes(name) || (name === "build" && names.some((one) => NEEDS_BUILD.includes(one)))
  );
}

async function installSystemPackages() {
  let installed = await install([...TEST_PACKAGES, ...READERS, ...(flags.long ? ["pgbouncer"] : [])]);
  for (const browser of BROWSERS) if (!chromium()) installed += await install([browser]);
  return { outcome: installed > 0 ? `${installed} installed` : "up to date" };
}

/** @returns {Promise<number>} of packages that were missing and are known to this system */
async function install(wanted) {
  const missing = await missingPackages(wanted);
  if (missing?.length === 0) return 0;
  if (missing === null)
    throw new Failure(`The tests need ${wanted.join(", ")}, which are installed through apt on Debian.`);
  const { state, unknown, output } = await installPackages(missing);
  if (state === "installed") return missing.length - unknown.length;
  if (unknown.length === missing.length && wanted[0] === BROWSERS[0]) return 0;
  throw new Failure(
    `The tests need packages of the system. Install them, then try again:\n  ${installCommand(missing)}`,
    output,
  );
}

function chromium() {
  const files = [...BROWSERS, "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`);
  return [process.env.CHROMIUM_PATH, ...files].find((file) => file && fs.existsSync(file));
}

async function attempt(stage) {
  try {
    return await stage();
  } catch (error) {
    report(error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Runs programs that each pass or fail as a whole and count as one test. */
async function all(commands) {
  for (const args of commands) {
    const { code } = await run(process.execPath, args, { show: true, env: environment() });
    if (code !== 0) return { passed: 0, failed: 1, skipped: 0 };
  }
  return { passed: 1, failed: 0, skipped: 0 };
}

/** @param {string[]} args of Vitest: configuration and projects */
async function vitest(stage, args) {
  const results = freshReport(`vitest-${stage}.json`);
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}`,
    "--reporter=./e2e/timings.ts",
  ];
  const order = flags.shuffle ? ["--sequence.shuffle.files", `--sequence.seed=${seed}`] : [];
  const env = { ...environment(), TIMINGS_FILE: freshReport(`${TIMINGS_PREFIX}${stage}.json`) };
  const program = [bin.vitest, "run", ...args, ...reporters, ...order];
  const { code } = await run(process.execPath, program, { show: true, env });
  const outcome = read(results);
  failures.push(...failedOfVitest(outcome).map((one) => one.replace(`${root}/`, "")));
  skipped.push(...skippedOfVitest(outcome).map((one) => one.replace(`${root}/`, "")));
  return countVitest(outcome, code);
}

async function playwright() {
  const results = freshReport("playwright.json");
  const env = { ...environment(), CHROMIUM_PATH: chromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: results };
  const args = ["test", "--config", "e2e/playwright.config.ts", "--reporter=line,json"];
  const { code } = await run(process.execPath, [bin.playwright, ...args], { show: true, env });
  const outcome = read(results);
  failures.push(...failedOfPlaywright(outcome));
  return countPlaywright(outcome, code);
}

/** The user's own settings must not affect the tests. */
function environment() {
  const { DATABASE_URL: _, DATABASE_DIRECT_URL: __, NODE_ENV: ___, ...env } = process.env;
  return { ...env, NEXT_TELEMETRY_DISABLED: "1", ...(flags.long ? { TEST_LONG: "1" } : {}) };
}

function freshReport(name) {
  fs.mkdirSync(RESULTS, { recursive: true });
  const file = path.join(RESULTS, name);
  fs.rmSync(file, { force: true });
  return file;
}

function notBuilt() {
  console.log("Not run: the application does not build.");
  return { passed: 0, failed: 1, skipped: 0 };
}
