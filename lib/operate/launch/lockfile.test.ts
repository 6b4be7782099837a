import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./run.mjs";

type Entry = { os?: string[]; libc?: string[] };

const lock: { packages: Record<string, Entry> } = JSON.parse(
  fs.readFileSync(path.join(root, "package-lock.json"), "utf8"),
);

// npm omits the field when it reads abbreviated metadata; then both builds are installed everywhere.
test("every package that is built for one C library names it, so that the other one is not installed", () => {
  const forOneLibrary = Object.entries(lock.packages).filter(
    ([place, { os }]) => os?.includes("linux") && /-(?:gnu|musl)$|linuxmusl-/.test(place),
  );
  expect(forOneLibrary.length).toBeGreaterThan(20);
  const wrong = forOneLibrary.filter(
    ([place, { libc }]) => libc?.join() !== (place.includes("musl") ? "musl" : "glibc"),
  );
  expect(wrong.map(([place]) => place)).toEqual([]);
});

test("a package with a build for musl has one for glibc that names its library too", () => {
  const places = Object.keys(lock.packages);
  const twins = places
    .filter((place) => /linuxmusl-|linux-\w+-musl$/.test(place))
    .map((place) => place.replace("linuxmusl-", "linux-").replace(/-musl$/, ""))
    .map((place) => places.find((other) => other === place || other === `${place}-gnu`));
  expect(twins.filter((place) => !place || lock.packages[place]?.libc?.join() !== "glibc")).toEqual([]);
});
