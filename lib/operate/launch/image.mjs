import fs from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

/**
 * File that the build of an image writes: packages, engine and application are complete, and a start must not change
 * them.
 */
const MARK = path.join(root, ".build/image");

/** @returns {boolean} */
export const isImage = () => fs.existsSync(MARK);

export function markImage() {
  fs.writeFileSync(MARK, "");
}
