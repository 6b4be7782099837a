import { sql as raw } from "drizzle-orm";
import { listen, type Transaction } from "@/db/client";
import type { Caller } from "@/lib/auth/caller";
import { perProcess } from "@/lib/per-process";
import type { FileTranslation } from "@/lib/schemas/files";
import { getFile } from "./files";

const CHANNEL = "dragoman_files";

/** Notifies waiters in any process that a file has ended, when the transaction commits. */
export async function announceFile(tx: Transaction, id: string): Promise<void> {
  await tx.execute(raw`select pg_notify(${CHANNEL}, ${id})`);
}

type Waiters = { readonly byFile: Map<string, Set<() => void>>; listening: Promise<unknown> | null };
const waiters = perProcess("file-waiters", (): Waiters => ({ byFile: new Map(), listening: null }))();

/** A lost connection may miss a notification, so the row is also polled at this interval. */
const LOOK_MS = 1_000;

/** Waits until the file has ended, the time is over or the client has gone; returns its state. */
export async function waitForFile(
  caller: Caller,
  id: string,
  seconds: number,
  signal: AbortSignal,
): Promise<FileTranslation> {
  const until = Date.now() + seconds * 1000;
  await listenForFiles();
  for (;;) {
    const heard = nextNotice(id, signal, Math.min(LOOK_MS, Math.max(until - Date.now(), 0)));
    const file = await getFile(caller, id);
    if (hasEnded(file) || Date.now() >= until || signal.aborted) return file;
    await heard;
  }
}

function hasEnded(file: FileTranslation): boolean {
  return file.status === "completed" || file.status === "failed" || file.status === "cancelled";
}

function listenForFiles(): Promise<unknown> {
  waiters.listening ??= listen(CHANNEL, (id) => {
    for (const wake of waiters.byFile.get(id) ?? []) wake();
  }).catch((error: unknown) => {
    waiters.listening = null;
    throw error;
  });
  return waiters.listening;
}

function nextNotice(id: string, signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const mine = waiters.byFile.get(id) ?? new Set();
    waiters.byFile.set(id, mine);
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      mine.delete(wake);
      if (mine.size === 0) waiters.byFile.delete(id);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener("abort", wake, { once: true });
    mine.add(wake);
  });
}
