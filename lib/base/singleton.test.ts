import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { perProcess } from "./singleton";

afterEach(() => perProcess("test", () => 0).clear());

test("makes a value at its first use, and shares it with every copy of the module", async () => {
  const make = vi.fn(() => ({ made: true }));
  const here = perProcess("test", make);
  expect(make).not.toHaveBeenCalled();
  expect(here.current).toBeUndefined();
  const value = here();
  vi.resetModules();
  const copy = await import("./singleton");
  expect(copy.perProcess).not.toBe(perProcess);
  const there = copy.perProcess("test", make);
  expect(there()).toBe(value);
  expect(there.current).toBe(value);
  expect(make).toHaveBeenCalledTimes(1);
});

test("gives a value that was set until it is cleared", () => {
  const value = perProcess("test", () => "made");
  value.set("set");
  expect(value()).toBe("set");
  value.clear();
  expect(value()).toBe("made");
});

test("every name is used in one place, and nothing else is kept on globalThis", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const files = ["app", "components", "db", "lib"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => path.join(root, folder, name)),
  );
  const own = path.join(root, "lib/base/singleton.ts");
  const sources = files.filter((file) => file !== own).map((file) => readFileSync(file, "utf8"));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/\bperProcess(?:<.*>)?\(\s*"([^"]+)"/g)].map((m) => m[1]),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(sources.filter((source) => /globalThis as/.test(source))).toEqual([]);
});
