import path from "node:path";
import { defineConfig } from "vitest/config";
import { DEFAULTS, UNIT_ENV } from "./vitest.defaults";

/** Tests that run against mutants: those of the rules, and of code that directly uses the rules. */
const JUDGES = ["text", "identity/quota", "engines", "translation", "projects", "work/events"];

export default defineConfig({
  ...DEFAULTS,
  test: {
    ...DEFAULTS.test,
    include: JUDGES.map((folder) => `lib/${folder}/**/*.test.ts`),
    env: UNIT_ENV,
    setupFiles: [path.join(import.meta.dirname, "leave-clean.ts")],
    globalSetup: path.join(import.meta.dirname, "database.ts"),
  },
});
