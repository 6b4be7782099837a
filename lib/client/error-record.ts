import type { ErrorCode } from "@/lib/base/errors";
import { ApiError } from "./api-error";

/** The stored error of a job, a document or a file. */
type ErrorRecord = {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly reason?: string | undefined;
};

const TEMPORARY = /^(?:(?:engine|model)_unavailable|overloaded|timeout|internal_error)$/;

/** Whether a retry can help: false for errors caused by the document. */
export function isTemporary({ code }: Pick<ErrorRecord, "code">): boolean {
  return TEMPORARY.test(code);
}

/** Converts a stored error to an `ApiError`, with the status that a request would have got. */
export function errorOfRecord(record: ErrorRecord): ApiError {
  const { code, message, reason, details = { reason } } = record;
  return new ApiError(code as ErrorCode, message, isTemporary(record) ? 500 : 422, null, details);
}
