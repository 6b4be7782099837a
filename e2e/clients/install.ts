import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const root = path.resolve(import.meta.dirname, "../..");

/** The folder with the client generators. They need TypeScript 5, which the application does not use. */
export const installGenerators = (): Promise<string> => install("clients");

/**
 * The folder with clients of other services. Those of Google, Azure and OpenAI check the stand-ins of their services;
 * that of LibreTranslate checks our API in place of LibreTranslate's.
 */
export const installVendorClients = (): Promise<string> => install("vendors");

/** The folder with Stryker, which runs the application's Vitest. */
export const installStryker = (): Promise<string> => install("mutation", ["--legacy-peer-deps"]);

/** Installs the packages of `e2e/<name>`, pinned by its lock file, separately from those of the application. */
async function install(name: string, options: readonly string[] = []): Promise<string> {
  const from = path.join(root, "e2e", name);
  const folder = path.join(root, ".build", name);
  const lock = fs.readFileSync(path.join(from, "package-lock.json"));
  const mark = path.join(folder, "node_modules/.installed");
  const wanted = createHash("sha256").update(lock).digest("hex");
  if (fs.existsSync(mark) && fs.readFileSync(mark, "utf8") === wanted) return folder;
  fs.mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    fs.copyFileSync(path.join(from, file), path.join(folder, file));
  await promisify(execFile)("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", ...options], { cwd: folder });
  fs.writeFileSync(mark, wanted);
  return folder;
}
