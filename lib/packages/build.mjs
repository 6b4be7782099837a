import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/**
 * Builds `cli/dist/dragoman.mjs`, a single file without dependencies, and the SDK's files for `import` and `require`. A
 * server adds the SDK's types when it packs them.
 */
const absWorkingDir = path.resolve(import.meta.dirname, "../..");
const at = (file) => path.join(import.meta.dirname, file);
await build({
  absWorkingDir,
  entryPoints: [at("cli/main.ts")],
  outfile: at("cli/dist/dragoman.mjs"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  minify: true,
  // The main build of jsonc-parser requires its own files in a way that esbuild cannot follow.
  mainFields: ["module", "main"],
  // Some bundled packages are CommonJS and call `require`.
  banner: {
    js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
  },
  logLevel: "error",
});
fs.chmodSync(at("cli/dist/dragoman.mjs"), 0o755);
const sdk = { entryPoints: [at("sdk/sdk.ts")], bundle: true, target: "es2022", platform: "neutral" };
await build({ ...sdk, absWorkingDir, format: "esm", outfile: at("sdk/dist/sdk.js") });
await build({ ...sdk, absWorkingDir, format: "cjs", outfile: at("sdk/dist/sdk.cjs") });
