import { spawnSync } from "node:child_process";
import path from "node:path";
import { installStryker } from "@/e2e/clients/install";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";

/** `npm run mutation`, with the options of `stryker run`. */
const stryker = path.join(await installStryker(), "node_modules/@stryker-mutator/core/bin/stryker.js");
await bundleWorkers();
const run = [stryker, "run", "e2e/mutation/stryker.config.mjs", ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, run, { stdio: "inherit" }).status ?? 1;
