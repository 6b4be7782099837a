import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isImage } from "./image.mjs";
import { root } from "./run.mjs";

/** The bundles of the web server. Development has its own, so that it does not replace a build. */
export const SERVER_BUNDLE = {
  production: path.join(root, ".build/server.mjs"),
  development: path.join(root, ".build/server-dev.mjs"),
};

/**
 * Threads and programs start from plain files: entry point → bundle. Packages are not bundled but resolved from
 * node_modules.
 */
const WORKERS = {
  "lib/formats/sandbox/worker.ts": ".build/format-worker.mjs",
  "lib/engines/apertium/tagger/stage.ts": ".build/apertium-tagger.mjs",
  "lib/engines/apertium/lexicon/command.ts": ".build/apertium-lexicon.mjs",
  "lib/engines/bergamot/worker.ts": ".build/bergamot-worker.mjs",
};

/** Programs of the launcher and of operators' commands: name → entry point. The bundle is `.build/<name>.mjs`. */
export const PROGRAMS = {
  launcher: "lib/operate/launch/launcher.ts",
  "admin-link": "lib/operate/admin-link.ts",
  account: "lib/identity/accounts/command.ts",
  worker: "lib/operate/worker.ts",
  backup: "db/backup-command.ts",
  restore: "db/restore-command.ts",
  models: "lib/engines/bergamot/command.ts",
  doctor: "lib/operate/doctor/command.ts",
  files: "db/files-command.ts",
  secret: "db/secret-command.ts",
  quality: "lib/engines/admin/quality/command.ts",
};

/** Packages of many files: bundled, they load twice as fast. Imported by folder, so they do not count as external. */
const BUNDLED_PACKAGES = {
  "drizzle-orm": "./node_modules/drizzle-orm",
  postgres: "./node_modules/postgres/src/index.js",
  zod: "./node_modules/zod",
};

/** @typedef {keyof typeof PROGRAMS} Program */

/**
 * Writes the bundles of programs whose sources have changed; an image has them already. Requires the installed packages.
 * @param {Program[]} [names]
 */
export async function bundlePrograms(names = Object.keys(PROGRAMS)) {
  if (isImage()) return;
  const stamp = `// ${sourceStamp()}`;
  const outdated = names.filter((name) => !startsWith(programFile(name), stamp));
  if (outdated.length === 0) return;
  const entryPoints = Object.fromEntries(outdated.map((name) => [name, PROGRAMS[name]]));
  const files = await build({
    entryPoints,
    banner: { js: stamp },
    alias: BUNDLED_PACKAGES,
    sourcemap: "inline",
    sourcesContent: false,
  });
  for (const { path: file, contents } of files) replaceFile(file, contents);
}

/**
 * The bundle of a program.
 * @param {Program} name
 */
export const programFile = (name) => path.join(root, `.build/${name}.mjs`);

/**
 * The launcher's part of the TypeScript sources. Requires the installed packages.
 * @returns {Promise<typeof import("./launcher.ts")>}
 */
export async function loadLauncher() {
  await bundlePrograms(["launcher"]);
  return import(pathToFileURL(programFile("launcher")).href);
}

/**
 * A hash that changes with the names, sizes and times of the sources and of the lockfile. Reading these takes 20 ms;
 * reading all contents would take five times as long.
 */
function sourceStamp() {
  const hash = createHash("sha256").update(process.version);
  const files = ["db", "lib"].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:ts|tsx|mjs|json)$/.test(name) && !name.includes(".test."))
      .map((name) => path.join(folder, name)),
  );
  for (const file of ["package-lock.json", "tsconfig.json", ...files.sort()]) {
    const { size, mtimeMs } = fs.statSync(path.join(root, file));
    hash.update(`\0${file}\0${size}\0${mtimeMs}`);
  }
  return hash.digest("hex");
}

/** Whether a file begins with a text. */
function startsWith(file, text) {
  if (!fs.existsSync(file)) return false;
  const handle = fs.openSync(file, "r");
  try {
    const start = Buffer.alloc(text.length);
    fs.readSync(handle, start, 0, text.length, 0);
    return start.toString("latin1") === text;
  } finally {
    fs.closeSync(handle);
  }
}

let workers;
/** Writes the bundles of worker threads and engine programs, once per process. Requires the installed packages. */
export function bundleWorkers() {
  workers ??= Promise.all(Object.keys(WORKERS).map(bundleWorker));
  return workers;
}

async function bundleWorker(entry) {
  if (fs.existsSync(path.join(root, entry)))
    replaceFile(path.join(root, WORKERS[entry]), (await build({ entryPoints: [entry] }))[0].contents);
}

/**
 * Writes the bundle of the web server. Requires the installed packages.
 * @param {string} file one of {@link SERVER_BUNDLE}
 */
export async function bundleServer(file) {
  const stdin = { contents: serverEntry(), resolveDir: root, loader: "ts" };
  const [bundle] = await build({ stdin, sourcemap: "inline", sourcesContent: false });
  replaceFile(file, bundle.contents);
}

/** Every `route.ts` below `app/api` exports its `endpoint`, or several as `endpoints`: the folder is the registry. */
function serverEntry() {
  const routes = fs
    .readdirSync(path.join(root, "app/api"), { recursive: true, encoding: "utf8" })
    .filter((name) => path.basename(name) === "route.ts")
    .sort();
  return [
    ...routes.map((name, i) => `import * as r${i} from ${JSON.stringify(`./app/api/${name}`)};`),
    'import { createDispatcher as create } from "./lib/http/server/dispatcher";',
    'export { runServer } from "./lib/operate/run-server";',
    `const endpoints = [${routes.map((_, i) => `r${i}`)}].flatMap((route) => route.endpoints ?? route.endpoint);`,
    "export const createDispatcher = (pages) => create(endpoints, pages);",
  ].join("\n");
}

let running = 0;

async function build(options) {
  const esbuild = await import("esbuild");
  running += 1;
  try {
    const { outputFiles } = await esbuild.build({
      ...options,
      absWorkingDir: root,
      bundle: true,
      write: false,
      outdir: ".build",
      outExtension: { ".js": ".mjs" },
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      conditions: ["react-server"],
      logLevel: "silent",
    });
    return outputFiles;
  } finally {
    running -= 1;
    // esbuild's process would run as long as this one.
    if (running === 0) await esbuild.stop();
  }
}

/** Replaces the file atomically, because a running server may be reading it. */
function replaceFile(file, contents) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  fs.writeFileSync(draft, contents);
  fs.renameSync(draft, file);
}
