const results = "test-results/mutation";

/** Mutates the rules of the service; their unit tests must detect each mutant. */
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
  // No type checks: TypeScript 7 has no API that Stryker could use.
  tsconfigFile: "none",
  // Constants are evaluated once per process, so each such mutant would need a run of all tests.
  ignoreStatic: true,
  // Reuses the results of code that has not changed since the last run.
  incremental: true,
  incrementalFile: `${results}/incremental.json`,
  reporters: ["progress-append-only", "clear-text", "html", "json"],
  htmlReporter: { fileName: `${results}/mutation.html` },
  jsonReporter: { fileName: `${results}/mutation.json` },
  tempDirName: ".build/mutation/sandboxes",
  ignorePatterns: [".data", ".next", "app", "components", "deploy", "docs", "public", "test-results"],
};
