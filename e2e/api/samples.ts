import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** The shell samples of a page by name: blocks that begin with ```` ```sh sample=name ````. */
export function shellSamples(page: string): Record<string, string> {
  const text = fs.readFileSync(path.join(root, "docs", page), "utf8");
  return Object.fromEntries(
    [...text.matchAll(/^```sh sample=(\w+)\n([\s\S]*?)^```$/gm)].map(([, name, code]) => [name, code]),
  );
}
