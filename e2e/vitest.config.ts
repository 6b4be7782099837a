import path from "node:path";
import { defineConfig } from "vitest/config";

const root = path.resolve(import.meta.dirname, "..");

/** Unit tests stand beside what they test; those over HTTP are `e2e/api/*.test.ts` and run in their own project. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root, "server-only": path.join(root, "e2e/server-only.ts") } },
  test: {
    include: ["lib/**/*.test.ts", "db/**/*.test.ts", "components/**/*.test.ts", "e2e/mutation/*.test.ts"],
    env: { DRAGOMAN_SECRET: "a secret of the tests that is long enough", DRAGOMAN_MODELS: "off" },
    globalSetup: [path.join(root, "e2e/database.ts")],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes as soon as the machine gets to it.
    expect: { poll: { timeout: 30_000 } },
  },
});
