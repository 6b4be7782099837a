import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

/** Threads and programs are started from plain files: entry point → bundle. Packages stay outside and are found in node_modules. */
const WORKERS = {
  "lib/formats/sandbox/worker.ts": ".build/format-worker.mjs",
  "lib/engines/apertium/tagger/stage.ts": ".build/apertium-tagger.mjs",
  "lib/engines/bergamot/worker.ts": ".build/bergamot-worker.mjs",
};

/** Writes the files that worker threads and the engines' programs run. Needs the packages to be installed. */
export async function bundleWorkers() {
  const { build } = await import("esbuild");
  for (const [entry, bundle] of Object.entries(WORKERS)) {
    if (!fs.existsSync(path.join(root, entry))) continue;
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      write: false,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      conditions: ["react-server"],
      logLevel: "silent",
    });
    replaceFile(path.join(root, bundle), outputFiles[0].contents);
  }
}

/** In one move: a server that runs may be reading it. */
function replaceFile(file, contents) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  fs.writeFileSync(draft, contents);
  fs.renameSync(draft, file);
}
