import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/** Builds `dist/dragoman.mjs`, one file without dependencies. */
const folder = import.meta.dirname;
const outfile = path.join(folder, "dist/dragoman.mjs");
await build({
  absWorkingDir: path.resolve(folder, "../../.."),
  entryPoints: ["lib/packages/cli/main.ts"],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  minify: true,
  // jsonc-parser resolves its own files in a way that only its module build avoids.
  mainFields: ["module", "main"],
  // Some packages are CommonJS and call `require`.
  banner: {
    js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
  },
  logLevel: "error",
});
fs.chmodSync(outfile, 0o755);
