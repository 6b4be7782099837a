import { defineConfig } from "playwright/test";
import { IS_LONG } from "./long";

/** Tests that change settings of the whole server, so they run alone. */
const ALONE = ["administration.test.ts"];

/** Journeys in a real browser against the built server: three files at a time, since pages wait; workers keep browser contexts. */
export default defineConfig({
  testDir: "browser",
  projects: [
    // A server can be set up only once, so this test precedes all that need an administrator.
    { name: "first start", testMatch: "first-start.test.ts" },
    {
      name: "journeys",
      testMatch: "*.test.ts",
      ...(IS_LONG ? { grep: /@long|@always/ } : { grepInvert: /@long/ }),
      testIgnore: [...ALONE, "first-start.test.ts"],
      dependencies: ["first start"],
    },
    ...(IS_LONG ? [] : [{ name: "alone", testMatch: ALONE, dependencies: ["journeys"], workers: 1 }]),
  ],
  outputDir: "../test-results/browser",
  globalSetup: "./browser/setup.ts",
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Only to end hanging tests: the machine's speed must not matter.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: "line",
  use: {
    // The global setup sets it before the test processes read this file.
    baseURL: process.env.TEST_BASE_URL,
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
      // A sandbox needs permissions that containers lack. The other arguments keep the browser from contacting remote
      // servers.
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync", "--process-per-site"],
      ],
    },
    actionTimeout: 30_000,
    screenshot: "only-on-failure",
  },
});
