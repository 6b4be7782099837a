import fs from "node:fs";
import path from "node:path";

/** The project's folder, found from this file or from a bundle in `.build`. */
export const ROOT = above(import.meta.dirname);

function above(folder: string): string {
  return fs.existsSync(path.join(folder, "package-lock.json")) ? folder : above(path.dirname(folder));
}
