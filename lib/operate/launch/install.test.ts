import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isInstalled } from "./install.mjs";

describe("checking installed packages against the lockfile", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-install-"));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.mkdirSync(path.join(folder, "node_modules"));
  const wanted = {
    "": { version: "1.0.0" },
    "node_modules/a": { version: "1.2.3", integrity: "sha512-a" },
    "node_modules/only-on-another-system": { version: "1.0.0", optional: true },
    "node_modules/for-tests": { version: "3.0.0", integrity: "sha512-t", dev: true },
  };
  const production = { "node_modules/a": { version: "1.2.3", integrity: "sha512-a" } };
  const check = (present: Record<string, unknown> | null, options?: { development: boolean }) => {
    const record = path.join(folder, "node_modules/.package-lock.json");
    fs.writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify({ packages: wanted }));
    fs.rmSync(record, { force: true });
    if (present) fs.writeFileSync(record, JSON.stringify({ packages: present }));
    return isInstalled(folder, options);
  };

  test.each([
    ["all are there, except those for other systems", production, true],
    ["one is of another version", { "node_modules/a": { version: "1.2.2", integrity: "sha512-a" } }, false],
    ["one has other contents", { "node_modules/a": { version: "1.2.3", integrity: "sha512-b" } }, false],
    ["one is missing", {}, false],
    ["nothing was installed, or npm was cut off", null, false],
  ])(
    "comparing installed packages with the lockfile if %s: the packages %s give the result %s",
    (_, present, expected) => {
      expect(check(present)).toBe(expected);
    },
  );

  test("development packages in an installation are accepted at start and required by tests", () => {
    const complete = { ...production, "node_modules/for-tests": wanted["node_modules/for-tests"] };
    const outdated = { ...production, "node_modules/for-tests": { version: "2.0.0", dev: true } };
    expect([complete, outdated, production].map((present) => check(present))).toEqual([true, true, true]);
    expect([complete, outdated, production].map((present) => check(present, { development: true }))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
