import { AppError, type ErrorCode } from "@/lib/errors";
import type { FileTranslation } from "@/lib/schemas/files";

/** How a file translation answers its creation: 200 when it is done, 202 while it goes on. Throws what it failed for. */
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
