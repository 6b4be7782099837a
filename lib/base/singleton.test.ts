import { afterEach, expect, test, vi } from "vitest";
import { readFile, sourcesBelow } from "@/e2e/sources";
import { perProcess } from "./singleton";

afterEach(() => perProcess("test", () => 0).clear());

test("perProcess creates a value on first use and shares it with every copy of the module", async () => {
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

test("perProcess returns the value that was set, until it is cleared", () => {
  const value = perProcess("test", () => "made");
  value.set("set");
  expect(value()).toBe("set");
  value.clear();
  expect(value()).toBe("made");
});

test("each name passed to perProcess is used once in the code, and no other code stores values on globalThis", () => {
  const files = sourcesBelow("app", "components", "db", "lib").filter((file) => file !== "lib/base/singleton.ts");
  const sources = files.map(readFile);
  const names = sources.flatMap((source) =>
    [...source.matchAll(/\bperProcess(?:<.*>)?\(\s*"([^"]+)"/g)].map((m) => m[1]),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(sources.filter((source) => /globalThis as/.test(source))).toEqual([]);
});
