import path from "node:path";
import { defineConfig } from "vitest/config";
import { unitTests } from "./test-kinds";
import { DEFAULTS, UNIT_ENV } from "./vitest.defaults";

const { pure, shared, own } = unitTests();
const database = path.join(import.meta.dirname, "database.ts");

/**
 * Unit tests, which are next to the code they test. Most files share a process, because loading the program takes
 * longer than most of their tests. Tests over HTTP are `e2e/api/*.test.ts`, with their own config.
 */
export default defineConfig({
  ...DEFAULTS,
  test: {
    ...DEFAULTS.test,
    env: UNIT_ENV,
    setupFiles: [path.join(import.meta.dirname, "leave-clean.ts")],
    projects: [
      { extends: true, test: { name: "pure", include: pure, isolate: false } },
      { extends: true, test: { name: "shared", include: shared, isolate: false, globalSetup: database } },
      { extends: true, test: { name: "own", include: own, globalSetup: database } },
    ],
  },
});
