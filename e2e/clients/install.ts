import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * The folder with the client generators. They need TypeScript 5, which the application does not use, so they are
 * installed separately, pinned by a lock file.
 */
export async function installGenerators(): Promise<string> {
  const folder = path.join(root, ".build/clients");
  const lock = fs.readFileSync(path.join(import.meta.dirname, "package-lock.json"));
  const mark = path.join(folder, "node_modules/.installed");
  const wanted = createHash("sha256").update(lock).digest("hex");
  if (fs.existsSync(mark) && fs.readFileSync(mark, "utf8") === wanted) return folder;
  fs.mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    fs.copyFileSync(path.join(import.meta.dirname, file), path.join(folder, file));
  await promisify(execFile)("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  fs.writeFileSync(mark, wanted);
  return folder;
}
