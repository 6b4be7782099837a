import path from "node:path";
import type { ViteUserConfig } from "vitest/config";
import { IS_LONG } from "./long";

const root = path.resolve(import.meta.dirname, "..");

/** Options of all Vitest configurations. */
export const DEFAULTS = {
  root,
  resolve: { alias: { "@": root, "server-only": path.join(root, "e2e/server-only.ts") } },
  test: {
    maxWorkers: 2,
    passWithNoTests: IS_LONG,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Long, because the machine's speed must not matter.
    expect: { poll: { timeout: 30_000 } },
    // Shows whole values, because a failure is often read from the last lines of a run.
    chaiConfig: { truncateThreshold: 1_000 },
  },
} satisfies ViteUserConfig;

/** Settings of unit tests. */
export const UNIT_ENV = { DRAGOMAN_SECRET: "a secret of the tests that is long enough", DRAGOMAN_MODELS: "off" };
