import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./run.mjs";

type Entry = { name?: string; os?: string[]; libc?: string[]; dev?: boolean };

const lock: { packages: Record<string, Entry> } = JSON.parse(
  fs.readFileSync(path.join(root, "package-lock.json"), "utf8"),
);

// npm omits the field when it reads abbreviated metadata. Without it, both builds are installed on every machine.
test("every package built for glibc or musl declares its C library in the lockfile", () => {
  const forOneLibrary = Object.entries(lock.packages).filter(
    ([place, { os }]) => os?.includes("linux") && /-(?:gnu|musl)$|linuxmusl-/.test(place),
  );
  expect(forOneLibrary.length).toBeGreaterThan(20);
  const wrong = forOneLibrary.filter(
    ([place, { libc }]) => libc?.join() !== (place.includes("musl") ? "musl" : "glibc"),
  );
  expect(wrong.map(([place]) => place)).toEqual([]);
});

test("every package for musl has a counterpart for glibc that declares glibc", () => {
  const places = Object.keys(lock.packages);
  const twins = places
    .filter((place) => /linuxmusl-|linux-\w+-musl$/.test(place))
    .map((place) => place.replace("linuxmusl-", "linux-").replace(/-musl$/, ""))
    .map((place) => places.find((other) => other === place || other === `${place}-gnu`));
  expect(twins.filter((place) => !place || lock.packages[place]?.libc?.join() !== "glibc")).toEqual([]);
});

// npm installs a package together with a package whose optional peer it is, even if it is a development dependency
// here.
test("a production installation contains no development tools and no image decoder", () => {
  const installed = Object.entries(lock.packages)
    .filter(([, { dev }]) => !dev)
    .map(([place, { name }]) => name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length));
  const heavy =
    /^(?:@biomejs\/|vite|rolldown|playwright|@playwright\/|@redocly\/|knip$|drizzle-kit$|tsx$|lucide-react$)/;
  expect(installed.filter((name) => heavy.test(name))).toEqual([]);
  // Next's image optimiser is off. The override replaces it by a package that cannot be loaded, which Next tolerates.
  expect(installed.filter((name) => /^sharp$|^@img\//.test(name))).toEqual([]);
});

test("a production installation contains at most 500 packages", () => {
  const places = Object.entries(lock.packages).filter(([place, { dev, os }]) => place && !dev && !os);
  expect(places.length).toBeLessThanOrEqual(500);
});
