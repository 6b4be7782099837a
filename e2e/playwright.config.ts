import { defineConfig } from "playwright/test";
import { IS_LONG } from "./long";

/** These change settings of the whole server. */
const ALONE = ["administration.test.ts"];

/** Journeys in a real browser against the built server: three files at a time, since pages wait; workers keep browser contexts. */
export default defineConfig({
  testDir: "browser",
  projects: [
    // A server is set up only once, so that journey precedes all those that need an administrator.
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
  // Ends only hanging tests: the speed of the machine must not matter.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: "line",
  use: {
    // Set by the global setup before the tests' processes read this file.
    baseURL: process.env.TEST_BASE_URL,
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
      // A sandbox requires permissions that containers lack; the other arguments keep the browser from contacting
      // remote servers.
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync", "--process-per-site"],
      ],
    },
    actionTimeout: 30_000,
    screenshot: "only-on-failure",
  },
});
