import { mkdir, open, readFile, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { ModelError } from "./model-error";

const LOCK = ".lock";
/** Milliseconds between two heartbeats of a lock's holder, and after which a silent holder is treated as dead. */
const BEAT_MS = 5_000;
const SILENT_MS = 30_000;

/**
 * Runs `work` while no other process changes the models of a pair, on this or another machine with the same folder.
 * Ignores the lock of a dead process. Rejects with {@link ModelError} `busy`.
 */
export async function withPairLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, LOCK);
  if (!(await take(file)) && !(await takeOver(file))) {
    throw new ModelError("busy", `Another process is changing the models of ${path.basename(folder)}.`);
  }
  const beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), BEAT_MS);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    const lock = await open(file, "wx");
    await lock.writeFile(`${process.pid} ${hostname()}`);
    await lock.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function takeOver(file: string): Promise<boolean> {
  if (await isHeld(file)) return false;
  await rm(file, { force: true });
  return take(file);
}

async function isHeld(file: string): Promise<boolean> {
  const seen = await stat(file).catch(() => null);
  if (!seen || Date.now() - seen.mtimeMs > SILENT_MS) return false;
  const [holder = "", host = hostname()] = (await readFile(file, "utf8").catch(() => "")).split(" ");
  // A lock file exists before its holder's id is written to it.
  if (holder === "" || host !== hostname()) return true;
  // A lock with our own process id is from an earlier process: this process serialises its changes of a pair.
  return Number(holder) !== process.pid && isAlive(Number(holder));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
