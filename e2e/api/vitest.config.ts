import path from "node:path";
import { defineConfig } from "vitest/config";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * Tests of the API over HTTP, against a built server. Files run one after another, because they share its throttles.
 */
export default defineConfig({
  root,
  resolve: { alias: { "@": root, "server-only": path.join(root, "e2e/server-only.ts") } },
  test: {
    include: ["e2e/api/**/*.test.ts"],
    globalSetup: "e2e/api/setup.ts",
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Generous, because the speed of the machine must not matter.
    expect: { poll: { timeout: 30_000 } },
  },
});
