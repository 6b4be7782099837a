import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Manifest } from "./manifest";

/** A model on disk. */
export type InstalledModel = Manifest & { readonly folder: string };

/** Name of the file whose presence makes a model installed. */
export const MANIFEST = "manifest.json";

/** Name of an empty file that is written whenever the model is used. */
export const LAST_USE = ".used";

/** Records that the model in a folder was used now. Does nothing if there is none. */
export async function noteUse(folder: string): Promise<void> {
  await writeFile(path.join(folder, LAST_USE), "").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}

/** True if a person installed or imported the model, so that the disk limit never removes it. */
export function isPinned({ pinned, origin }: Pick<Manifest, "pinned" | "origin">): boolean {
  return pinned ?? origin === "import";
}

/** When the model in a folder was last used, in epoch milliseconds; 0 if unknown. */
export async function readUse(folder: string): Promise<number> {
  return stat(path.join(folder, LAST_USE)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/** The models in the models folder, by source and target; none if the folder is missing. Skips unreadable manifests. */
export async function listInstalled(models: string): Promise<InstalledModel[]> {
  const names = await readdir(models).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const read = await Promise.all(names.sort().map((name) => readInstalled(path.join(models, name))));
  return read.filter((model) => model !== null);
}

/** The model in a folder, or null if there is none. */
export async function readInstalled(folder: string): Promise<InstalledModel | null> {
  try {
    const parsed = Manifest.safeParse(JSON.parse(await readFile(path.join(folder, MANIFEST), "utf8")));
    return parsed.success ? { ...parsed.data, folder } : null;
  } catch {
    return null;
  }
}
