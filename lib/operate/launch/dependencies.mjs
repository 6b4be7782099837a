import fs from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

/** Licences of packages whose package.json has no SPDX licence, as read from their licence files. */
const KNOWN = { busboy: "MIT", streamsearch: "MIT", format: "MIT" };

/**
 * @typedef {{ name: string, version: string, licence: string | null, integrity: string | null, isOptional: boolean }} Dependency
 */

/**
 * The packages that a server uses, from the lock file: all except those for development, in all versions.
 * @param {Record<string, unknown>} [lock]
 * @returns {Dependency[]}
 */
export function dependencies(lock = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8"))) {
  const found = new Map();
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (place === "" || entry.dev || entry.link) continue;
    const name = entry.name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    found.set(`${name}@${entry.version}`, {
      name,
      version: entry.version,
      licence: entry.license ?? KNOWN[name] ?? null,
      integrity: entry.integrity ?? null,
      isOptional: entry.optional === true,
    });
  }
  return [...found.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}
