import fs from "node:fs";
import path from "node:path";
import { mustRun, root } from "./run.mjs";

/** npm's record of the packages it has installed. */
const RECORD = "node_modules/.package-lock.json";

/**
 * Installs the packages of the lockfile if needed, for every value of NODE_ENV. Never removes installed development
 * packages, and adds them without changing other packages, which a running server may use.
 * @param {{ development?: boolean }} [options] development: also the packages of tests and development
 */
export async function installDependencies({ development = false } = {}) {
  if (isInstalled(root, { development })) return { outcome: "up to date" };
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const keeps = development && isInstalled(root);
  const [command, ...args] = [
    ...npm,
    ...(keeps ? ["install", "--no-save"] : ["ci"]),
    development || hasDevelopment(root) ? "--include=dev" : "--omit=dev",
    "--no-audit",
    "--no-fund",
  ];
  await mustRun(
    command,
    args,
    "The packages could not be installed: check the network and npm's settings, then start again.",
  );
  return { outcome: "installed" };
}

/**
 * Whether node_modules matches the lockfile. npm writes its own record at the end of an installation.
 * @param {string} folder
 * @param {{ development?: boolean }} [options] development: also compares the packages of tests and development
 */
export function isInstalled(folder, { development = false } = {}) {
  const locked = readLock(path.join(folder, "package-lock.json"));
  const present = readLock(path.join(folder, RECORD));
  if (!locked || !present) return false;
  return Object.entries(locked).every(([place, entry]) => {
    if (place === "" || (entry.dev && !development)) return true;
    if (!present[place]) return Boolean(entry.optional || entry.devOptional);
    return present[place].version === entry.version && present[place].integrity === entry.integrity;
  });
}

/** Whether an earlier installation included development packages. */
const hasDevelopment = (folder) => Object.values(readLock(path.join(folder, RECORD)) ?? {}).some(({ dev }) => dev);

function readLock(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")).packages : null;
}
