import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { bundlePrograms, bundleServer, bundleWorkers, PROGRAMS, SERVER_BUNDLE } from "./bundle.mjs";
import { bin, mustRun, root } from "./run.mjs";
import { writeSbom } from "./sbom.mjs";

/** The worker's bundle is large and few machines run it, so it is written when a worker starts. */
const COMMANDS = Object.keys(PROGRAMS).filter((name) => name !== "worker");
const FOLDERS = ["app", "components", "db", "lib", "public"];
/** Files that the builds of the packages write below lib: only types, or not part of the application. */
const GENERATED = /^lib[\\/]packages[\\/]\w+[\\/](?:dist[\\/]|schema\.ts$)/;
const STAMP = path.join(root, ".next/dragoman-build");
const COMMAND = path.join(root, "lib/packages/cli/dist/dragoman.mjs");

/** Builds the pages and the bundles of server and workers, if the sources have changed. */
export async function buildApplication() {
  const sources = fingerprint();
  if (readStamp() === sources) return { outcome: "up to date" };
  fs.rmSync(STAMP, { force: true });
  await Promise.all([
    bundleWorkers(),
    bundleServer(SERVER_BUNDLE.production),
    bundlePrograms(COMMANDS),
    buildPackages(),
    mustRun(process.execPath, [bin.next, "build"], "The application could not be built: see above.", {
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    }),
  ]);
  writeSbom();
  fs.writeFileSync(STAMP, sources);
  return { outcome: "built" };
}

/** Builds the command and the SDK, which the server offers for download. */
export const buildPackages = () =>
  mustRun(process.execPath, ["lib/packages/build.mjs"], "The command line and the SDK could not be built.");

function readStamp() {
  const built = [STAMP, path.join(root, ".next/BUILD_ID"), SERVER_BUNDLE.production, COMMAND];
  return built.every((file) => fs.existsSync(file)) ? fs.readFileSync(STAMP, "utf8") : null;
}

/** Hash of the names and contents of the build's inputs, and of the Node version. */
function fingerprint() {
  const hash = createHash("sha256").update(process.version);
  for (const file of [...rootFiles(), ...FOLDERS.flatMap(filesBelow)].sort()) {
    hash.update(`\0${file}\0`).update(fs.readFileSync(path.join(root, file)));
  }
  return hash.digest("hex");
}

function rootFiles() {
  return fs.readdirSync(root).filter((name) => /\.(?:ts|mjs|json)$/.test(name) && name !== "next-env.d.ts");
}

function filesBelow(folder) {
  if (!fs.existsSync(path.join(root, folder))) return [];
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => !GENERATED.test(file));
}
