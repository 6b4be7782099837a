import path from "node:path";
import { defineConfig } from "vitest/config";

const root = path.resolve(import.meta.dirname, "..");

/** Unit tests are next to what they test; tests over HTTP are `e2e/api/*.test.ts` with their own config. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root, "server-only": path.join(root, "e2e/server-only.ts") } },
  test: {
    include: ["lib/**/*.test.ts", "db/**/*.test.ts", "components/**/*.test.ts", "e2e/mutation/*.test.ts"],
    env: { DRAGOMAN_SECRET: "a secret of the tests that is long enough", DRAGOMAN_MODELS: "off" },
    globalSetup: [path.join(root, "e2e/database.ts")],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Generous, because the speed of the machine must not matter.
    expect: { poll: { timeout: 30_000 } },
  },
});
