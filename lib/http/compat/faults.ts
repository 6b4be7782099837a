import { AppError, type ErrorCode, type FieldError } from "@/lib/base/errors";
import type { ApiRequest } from "@/lib/http/api/endpoint";

/** Errors that the vendors' clients only know as a bad request. */
const BAD_REQUESTS: ReadonlySet<ErrorCode> = new Set([
  "language_not_detected",
  "unreadable_file",
  "no_translatable_text",
  "unsupported_media_type",
]);

/** The status of an error: the vendor's own for its code, else 400 for errors of impossible requests, else ours. */
export function vendorStatus(error: AppError, own: Readonly<Partial<Record<ErrorCode, number>>>): number {
  return own[error.code] ?? (BAD_REQUESTS.has(error.code) ? 400 : error.status);
}

/** A 400 error with the vendor's message. */
export function invalid(message: string, details: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError("invalid_request", message, { errors: [], ...details });
}

/** A 401 error for a request without a key; dialects change the status to the vendor's. */
export function missingKey(message: string): AppError {
  return new AppError("unauthorized", message, { reason: "missing" });
}

type LanguageFault = {
  readonly side: "source" | "target";
  /** False if the language itself is unknown, true if only the pair is unsupported. */
  readonly isPair: boolean;
  /** The source language, if it was detected. */
  readonly detected: string | undefined;
};

/** The language that made a request fail; null if the error has another cause. */
export function languageFault({ details }: AppError): LanguageFault | null {
  const [fault] = (details.errors ?? []) as readonly FieldError[];
  if (fault?.path !== "source" && fault?.path !== "target") return null;
  if (fault.code !== "unsupported_language" && fault.code !== "unsupported_pair") return null;
  const { path: side, code, detectedLanguage: detected } = fault;
  return { side, isPair: code === "unsupported_pair" || detected !== undefined, detected };
}

/** The bearer token in the `Authorization` header. */
export function bearerOf(request: ApiRequest): string | null {
  return /^(?:Bearer|DeepL-Auth-Key) +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Headers that allow browsers of every origin, which is safe because these APIs use keys and never cookies. */
export const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "Authorization, Content-Type, *",
  "Access-Control-Allow-Methods": "GET, POST",
  "Access-Control-Expose-Headers": "X-Request-Id, Retry-After, Content-Disposition",
};
