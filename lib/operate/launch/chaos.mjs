import "./node-version.mjs";
import { installApertium } from "./apertium.mjs";
import { installPackages, missingPackages } from "./apt.mjs";
import { buildApplication } from "./build.mjs";
import { installDependencies } from "./install.mjs";
import { run, typescript } from "./run.mjs";
import { Failure, report, step } from "./step.mjs";

/**
 * `npm run chaos [-- --seed n]`: two servers, a worker, PgBouncer, PostgreSQL and an S3 server run while clients work.
 * Processes, database, storage and disk fail and clocks jump at random. Afterwards every request, job, charge and
 * webhook must be accounted for. Everything runs on this machine and ends within 15 minutes.
 */
const TOOLS = ["pgbouncer", "faketime"];

try {
  await step("Packages", () => installDependencies({ development: true }));
  await step("System packages", async () => {
    const missing = await missingPackages(TOOLS);
    if (missing === null) throw new Failure(`The run needs ${TOOLS.join(", ")}, which are installed through apt.`);
    if (missing.length > 0 && (await installPackages(missing)).state !== "installed")
      throw new Failure(`Install ${missing.join(", ")}, then try again.`);
    return { outcome: "up to date" };
  });
  await step("Engine", () => installApertium("default"));
  await step("Application", buildApplication);
  const args = [...typescript, "e2e/chaos/command.ts", ...process.argv.slice(2)];
  const { code } = await run(process.execPath, args, { show: true });
  process.exitCode = code;
} catch (error) {
  report(error);
  process.exitCode = 1;
}
