import { mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { ModelError } from "./model-error";

const LOCK = ".lock";

/**
 * Runs `work` while no other process changes the models of a pair. Ignores the lock of a dead process. Rejects with
 * {@link ModelError} `busy`.
 */
export async function withPairLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, LOCK);
  if (!(await take(file)) && !(await takeOver(file))) {
    throw new ModelError("busy", `Another process is changing the models of ${path.basename(folder)}.`);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    const lock = await open(file, "wx");
    await lock.writeFile(String(process.pid));
    await lock.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function takeOver(file: string): Promise<boolean> {
  const holder = Number(await readFile(file, "utf8").catch(() => ""));
  // A lock with our process id is from an earlier process: this one serialises the changes of a pair.
  if (holder !== process.pid && isAlive(holder)) return false;
  await rm(file, { force: true });
  return take(file);
}

function isAlive(pid: number): boolean {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
