import fs from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

/**
 * Written when an image is built. It means that packages, engine and application are complete and must not be changed
 * at start.
 */
const MARK = path.join(root, ".build/image");

/** @returns {boolean} */
export const isImage = () => fs.existsSync(MARK);

export function markImage() {
  fs.writeFileSync(MARK, "");
}
