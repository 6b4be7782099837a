import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Manifest } from "./manifest";

/** A set of models on disk. */
export type InstalledModel = Manifest & { readonly folder: string };

/** Name of the file whose presence makes a set installed. */
export const MANIFEST = "manifest.json";

/** The sets in the models folder, by source and target; none if the folder is missing. Skips unreadable manifests. */
export async function listInstalled(models: string): Promise<InstalledModel[]> {
  const names = await readdir(models).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const read = await Promise.all(names.sort().map((name) => readInstalled(path.join(models, name))));
  return read.filter((model) => model !== null);
}

/** The set in a folder, or null when there is none. */
export async function readInstalled(folder: string): Promise<InstalledModel | null> {
  try {
    const parsed = Manifest.safeParse(JSON.parse(await readFile(path.join(folder, MANIFEST), "utf8")));
    return parsed.success ? { ...parsed.data, folder } : null;
  } catch {
    return null;
  }
}
