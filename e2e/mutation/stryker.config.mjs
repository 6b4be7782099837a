const results = "test-results/mutation";

/** Faults in the rules of the service, which their unit tests must detect. */
export default {
  testRunner: "vitest",
  vitest: { configFile: "e2e/mutation.config.ts" },
  mutate: [
    "lib/text/**/*.ts",
    "lib/identity/quota/**/*.ts",
    "lib/engines/routing.ts",
    "lib/translation/memory/**/*.ts",
    "lib/projects/**/*.ts",
    "!**/*.{test,corpus}.ts",
  ],
  // Types stay as they are: TypeScript 7 has no API that Stryker could use.
  tsconfigFile: "none",
  // Constants are evaluated once per process: each would need all tests.
  ignoreStatic: true,
  // Keeps the results of what has not changed since the last run.
  incremental: true,
  incrementalFile: `${results}/incremental.json`,
  reporters: ["progress-append-only", "clear-text", "html", "json"],
  htmlReporter: { fileName: `${results}/mutation.html` },
  jsonReporter: { fileName: `${results}/mutation.json` },
  tempDirName: ".build/mutation/sandboxes",
  ignorePatterns: [".data", ".next", "app", "components", "deploy", "docs", "public", "test-results"],
};
