import { AppError, type ErrorCode, type FieldError } from "@/lib/base/errors";
import type { ApiRequest } from "@/lib/http/api/endpoint";

/** Errors that the vendors' clients know only as a bad request. */
const BAD_REQUESTS: ReadonlySet<ErrorCode> = new Set([
  "language_not_detected",
  "unreadable_file",
  "no_translatable_text",
  "unsupported_media_type",
]);

/** The status of an error: the vendor's own for a code, else 400 for what is impossible with the request, else ours. */
export function vendorStatus(error: AppError, own: Readonly<Partial<Record<ErrorCode, number>>>): number {
  return own[error.code] ?? (BAD_REQUESTS.has(error.code) ? 400 : error.status);
}

/** 400 with the vendor's message. */
export function invalid(message: string, details: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError("invalid_request", message, { errors: [], ...details });
}

/** 401 for a request without a key; each vendor shows it as its own status. */
export function missingKey(message: string): AppError {
  return new AppError("unauthorized", message, { reason: "missing" });
}

type LanguageFault = {
  readonly side: "source" | "target";
  /** False: the language itself is unknown. True: only the pair is not translated. */
  readonly isPair: boolean;
  /** The source, if it was detected. */
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

/** The key of the `Authorization` header. */
export function bearerOf(request: ApiRequest): string | null {
  return /^(?:Bearer|DeepL-Auth-Key) +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Headers for vendors that answer browsers of every origin: they send keys, never cookies. */
export const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "Authorization, Content-Type, *",
  "Access-Control-Allow-Methods": "GET, POST",
  "Access-Control-Expose-Headers": "X-Request-Id, Retry-After, Content-Disposition",
};
