import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

/** The bundles of the web server. Development has its own, so that it does not replace a build. */
export const SERVER_BUNDLE = {
  production: path.join(root, ".build/server.mjs"),
  development: path.join(root, ".build/server-dev.mjs"),
};

/**
 * Threads and programs start from plain files: entry point → bundle. Packages stay external and are resolved from
 * node_modules.
 */
const WORKERS = {
  "lib/formats/sandbox/worker.ts": ".build/format-worker.mjs",
  "lib/engines/apertium/tagger/stage.ts": ".build/apertium-tagger.mjs",
  "lib/engines/apertium/lexicon/command.ts": ".build/apertium-lexicon.mjs",
  "lib/engines/bergamot/worker.ts": ".build/bergamot-worker.mjs",
};

/** Writes the bundles of worker threads and engine programs. Requires the installed packages. */
export async function bundleWorkers() {
  for (const [entry, bundle] of Object.entries(WORKERS)) {
    if (fs.existsSync(path.join(root, entry)))
      replaceFile(path.join(root, bundle), await bundled({ entryPoints: [entry] }));
  }
}

/**
 * Writes the bundle of the web server. Requires the installed packages.
 * @param {string} file one of {@link SERVER_BUNDLE}
 */
export async function bundleServer(file) {
  const stdin = { contents: serverEntry(), resolveDir: root, loader: "ts" };
  replaceFile(file, await bundled({ stdin, sourcemap: "inline", sourcesContent: false }));
}

/** Every `route.ts` below `app/api` is an endpoint: the folder is the registry. */
function serverEntry() {
  const routes = fs
    .readdirSync(path.join(root, "app/api"), { recursive: true, encoding: "utf8" })
    .filter((name) => path.basename(name) === "route.ts")
    .sort();
  return [
    ...routes.map((name, i) => `import { endpoint as e${i} } from ${JSON.stringify(`./app/api/${name}`)};`),
    'import { createDispatcher as create } from "./lib/http/server/dispatcher";',
    'export { runServer } from "./lib/operate/run-server";',
    `const endpoints = [${routes.map((_, i) => `e${i}`).join(", ")}];`,
    "export const createDispatcher = (pages) => create(endpoints, pages);",
  ].join("\n");
}

async function bundled(options) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    ...options,
    absWorkingDir: root,
    bundle: true,
    write: false,
    outfile: "bundle.mjs",
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    conditions: ["react-server"],
    logLevel: "silent",
  });
  return outputFiles[0].contents;
}

/** Atomic: a running server may be reading it. */
function replaceFile(file, contents) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  fs.writeFileSync(draft, contents);
  fs.renameSync(draft, file);
}
