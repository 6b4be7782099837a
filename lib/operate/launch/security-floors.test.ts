import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import floors from "./security-floors.json";

const root = path.resolve(import.meta.dirname, "../../..");
const lock = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, { version?: string }>;
};

/** Older versions than these have published vulnerabilities. `npm audit` does not work with registry mirrors. */
test.each(Object.entries(floors))("the lockfile contains no version of %s older than %s", (name, floor) => {
  const copies = Object.entries(lock.packages).filter(([place]) => place.endsWith(`node_modules/${name}`));
  expect(copies.length).toBeGreaterThan(0);
  const old = copies.filter(([, { version = "0" }]) => compare(version, floor) < 0);
  expect(old).toEqual([]);
});

test("comparing versions sorts a prerelease before its release", () => {
  expect(compare("16.4.6-canary.1", "16.4.6")).toBeLessThan(0);
  expect(compare("16.10.0", "16.4.6")).toBeGreaterThan(0);
});

/** Compares by Semantic Versioning 2.0, clause 11, except for the order among prereleases. */
function compare(a: string, b: string): number {
  const [left = [], right = []] = [a, b].map((version) => version.split(/[-+]/, 1)[0]?.split(".").map(Number));
  for (const [i, part] of left.entries()) {
    if (part !== right[i]) return part - (right[i] ?? 0);
  }
  return Number(b.includes("-")) - Number(a.includes("-"));
}
