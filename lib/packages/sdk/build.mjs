import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/** Builds `dist/`: one file for `import`, one for `require`, and the types. */
const folder = import.meta.dirname;
const dist = path.join(folder, "dist");
fs.rmSync(dist, { recursive: true, force: true });
const shared = { absWorkingDir: folder, entryPoints: ["sdk.ts"], bundle: true, target: "es2022", platform: "neutral" };
await build({ ...shared, format: "esm", outfile: "dist/sdk.js" });
await build({ ...shared, format: "cjs", outfile: "dist/sdk.cjs" });
const root = path.resolve(folder, "../../..");
execFileSync("npm", ["run", "--silent", "sdk", "--", "types"], { cwd: root, stdio: "inherit" });
const tsc = path.join(root, "node_modules/typescript/bin/tsc");
execFileSync(process.execPath, [tsc, "-p", folder], { stdio: "inherit" });
// Declarations import each other without an extension, which only bundlers resolve.
for (const name of fs.readdirSync(dist).filter((one) => one.endsWith(".d.ts"))) {
  const file = path.join(dist, name);
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(/(from|import\()( ?)"(\.\/[\w-]+)"/g, '$1$2"$3.js"'));
}
