import type { ErrorCode, FieldError } from "@/lib/errors";

/** What can go wrong before the service answers. */
export type TransportFault = "offline" | "network" | "unreadable_answer";

/** What the service said is wrong, or that it could not be asked. Screens put it into words with `useErrorText`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly code: ErrorCode | TransportFault,
    message: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    readonly requestId: string | null,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  /** The faults of single fields, where the service named any. */
  get fields(): readonly FieldError[] {
    return Array.isArray(this.details.errors) ? (this.details.errors as FieldError[]) : [];
  }

  /** Whether the same request may succeed later without any change. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** Seconds to wait before the next try, where the service said. */
  get retryAfterSeconds(): number | null {
    const seconds = this.details.retryAfterSeconds;
    return typeof seconds === "number" ? seconds : null;
  }
}

/** Reads an error body of the service. */
export function errorOfAnswer(status: number, body: unknown, requestId: string | null): ApiError {
  const error = (body as { error?: { code?: unknown; message?: unknown; details?: unknown } } | null)?.error;
  if (typeof error?.code !== "string") return new ApiError("unreadable_answer", `HTTP ${status}`, status, requestId);
  const details = (error.details ?? {}) as Record<string, unknown>;
  const id = typeof details.requestId === "string" ? details.requestId : requestId;
  return new ApiError(error.code as ErrorCode, String(error.message ?? ""), status, id, details);
}

type SavedError = {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** What a job, a document or a file has failed with, as the service keeps it. */
export function errorOfRecord({ code, message, details }: SavedError): ApiError {
  return new ApiError(code as ErrorCode, message, 422, null, details);
}

/** The error of a request that had no answer. */
export function errorOfSilence(): ApiError {
  const offline = typeof navigator !== "undefined" && !navigator.onLine;
  return new ApiError(offline ? "offline" : "network", "", 0, null);
}
