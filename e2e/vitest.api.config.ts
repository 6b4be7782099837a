import path from "node:path";
import { defineConfig } from "vitest/config";
import { apiTests } from "./test-kinds";
import { DEFAULTS } from "./vitest.defaults";

const { shared, own } = apiTests();

/** Tests of the API over HTTP, against a built server. Most share one server; the others start their own. */
export default defineConfig({
  ...DEFAULTS,
  test: {
    ...DEFAULTS.test,
    // One more than the two cores that a run may count on: these tests wait for servers, kills and timers.
    maxWorkers: 3,
    setupFiles: [path.join(import.meta.dirname, "close-database.ts")],
    globalSetup: [path.join(import.meta.dirname, "api/setup.ts")],
    projects: [
      { extends: true, test: { name: "shared", include: shared, isolate: false } },
      { extends: true, test: { name: "own", include: own } },
    ],
  },
});
