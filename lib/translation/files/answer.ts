import { AppError, type ErrorCode } from "@/lib/base/errors";
import type { FileTranslation } from "@/lib/schemas/files";

/** The response of a creation: 200 if finished, 202 while running. Throws the translation's failure. */
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
