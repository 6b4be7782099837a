import "./node-version.mjs";
import fs from "node:fs";
import path from "node:path";
import { installApertium } from "./apertium.mjs";
import { buildApplication } from "./build.mjs";
import { installDependencies } from "./install.mjs";
import { root, run } from "./run.mjs";
import { report, step } from "./step.mjs";

/**
 * `npm run bench [-- name …]`: builds, then runs the files `e2e/bench/*.bench.mjs` whose names match, one after
 * another. Each starts what it measures, prints its table, and fails if a limit is exceeded.
 */
const FOLDER = "e2e/bench";
const words = process.argv.slice(2);

try {
  await step("Packages", () => installDependencies({ development: true }));
  await step("Engine", () => installApertium("default"));
  await step("Application", buildApplication);
  const benches = fs
    .readdirSync(path.join(root, FOLDER))
    .filter((name) => name.endsWith(".bench.mjs"))
    .filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  for (const name of benches) {
    console.log(`\n${name}`);
    const { code } = await run(process.execPath, [path.join(FOLDER, name)], { show: true });
    if (code !== 0) process.exitCode = 1;
  }
} catch (error) {
  report(error);
  process.exitCode = 1;
}
