import fs from "node:fs";
import path from "node:path";

/** The project's folder. */
export const ROOT = path.resolve(import.meta.dirname, "..");

/** All files below folders, as paths from the root; none for a folder that doesn't exist. */
export function filesBelow(...folders: readonly string[]): string[] {
  return folders
    .filter((folder) => fs.existsSync(path.join(ROOT, folder)))
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .map((name) => path.posix.join(folder, name.split(path.sep).join("/"))),
    );
}

/** Code below folders including tests, without generated or installed files. */
export function codeBelow(...folders: readonly string[]): string[] {
  return filesBelow(...folders).filter(
    (file) => /\.(?:tsx?|mjs)$/.test(file) && !/\/(?:node_modules|dist|fixtures)\//.test(file),
  );
}

/** Like {@link codeBelow}, without tests and their corpora. */
export function sourcesBelow(...folders: readonly string[]): string[] {
  return codeBelow(...folders).filter((file) => !/\.(?:test|corpus)\.tsx?$/.test(file));
}

export function readFile(file: string): string {
  return fs.readFileSync(path.join(ROOT, file), "utf8");
}
