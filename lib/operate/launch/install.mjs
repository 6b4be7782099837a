import fs from "node:fs";
import path from "node:path";
import { mustRun, root } from "./run.mjs";

/**
 * Installs the packages of the lockfile if needed. Includes development packages, whatever NODE_ENV is: the build needs
 * them.
 */
export async function installDependencies() {
  if (isInstalled(root)) return { outcome: "up to date" };
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const [command, ...args] = [...npm, "ci", "--include=dev", "--no-audit", "--no-fund"];
  await mustRun(
    command,
    args,
    "The packages could not be installed: check the network and npm's settings, then start again.",
  );
  return { outcome: "installed" };
}

/** Whether node_modules matches the lockfile. npm writes its own record at the end of an installation. */
export function isInstalled(folder) {
  const wanted = readLock(path.join(folder, "package-lock.json"));
  const present = readLock(path.join(folder, "node_modules/.package-lock.json"));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === "") return true;
    if (!present[place]) return Boolean(entry.optional || entry.devOptional);
    return present[place].version === entry.version && present[place].integrity === entry.integrity;
  });
}

function readLock(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")).packages : null;
}
