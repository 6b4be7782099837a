import path from "node:path";
import { defineConfig } from "vitest/config";
import { DEFAULTS } from "./vitest.defaults";

/** Tests that judge mutants: those of the rules and of code built directly on them. */
const JUDGES = ["text", "identity/quota", "engines", "translation", "projects", "work/events"];

export default defineConfig({
  ...DEFAULTS,
  test: {
    ...DEFAULTS.test,
    include: JUDGES.map((folder) => `lib/${folder}/**/*.test.ts`),
    env: { DRAGOMAN_SECRET: "a secret of the tests that is long enough", DRAGOMAN_MODELS: "off" },
    globalSetup: path.join(import.meta.dirname, "database.ts"),
  },
});
