import type { Transaction } from "@/db/client";
import { AppError, type ErrorCode } from "@/lib/base/errors";
import type { FileTranslation } from "@/lib/schemas/files";
import { EndNotices } from "@/lib/work/jobs/end-notices";
import { getFile, type Owner } from "./files";

const ends = new EndNotices("dragoman_files");

/** Notifies waiters in any process that a file has ended, when the transaction commits. */
export const announceFile = (tx: Transaction, id: string): Promise<void> => ends.announce(tx, id);

/** Waits until the file's translation has ended, the time is over or the client has disconnected; returns its state. */
export function waitForFile(caller: Owner, id: string, seconds: number, signal: AbortSignal): Promise<FileTranslation> {
  return ends.wait({ id, read: () => getFile(caller, id), hasEnded, seconds, signal });
}

function hasEnded(file: FileTranslation): boolean {
  return file.status === "completed" || file.status === "failed" || file.status === "cancelled";
}

/** The response to creating a translation: 200 if it is finished, 202 while it runs. Throws the translation's error. */
export function answerOfFile(file: FileTranslation): {
  file: FileTranslation;
  status: number;
  headers: Record<string, string>;
} {
  if (file.status === "failed" && file.error)
    throw new AppError(file.error.code as ErrorCode, file.error.message, { ...file.error.details, fileId: file.id });
  if (file.status === "completed" || file.status === "cancelled") return { file, status: 200, headers: {} };
  return { file, status: 202, headers: { Location: `/v1/files/${file.id}`, "Retry-After": "1" } };
}
