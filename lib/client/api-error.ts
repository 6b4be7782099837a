import type { ErrorCode, FieldError } from "@/lib/base/errors";

/** Reasons why a request got no response from the service. */
export type TransportFault = "offline" | "network" | "unreadable_answer";

/** An error of the service, or a failure to reach it. `useErrorText` gives its text for people. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly code: ErrorCode | TransportFault,
    message: string,
    /** HTTP status; 0 without a response. */
    readonly status: number,
    readonly requestId: string | null,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  /** The errors of single fields, if any. */
  get fields(): readonly FieldError[] {
    return Array.isArray(this.details.errors) ? (this.details.errors as FieldError[]) : [];
  }

  /** Whether the same request may succeed later unchanged. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** Seconds before the next attempt, if the response contained them. */
  get retryAfterSeconds(): number | null {
    const seconds = this.details.retryAfterSeconds;
    return typeof seconds === "number" ? seconds : null;
  }
}

export type FailureTone = "warning" | "danger";

/** `danger` is for server errors only; limits, refusals and unusable files get a milder tone. */
export function toneOfFailure(error: unknown): FailureTone {
  const isOurs = !(error instanceof ApiError) || error.status >= 500 || error.code === "unreadable_answer";
  return isOurs ? "danger" : "warning";
}

/** Parses an error response of the service. */
export function errorOfAnswer(status: number, body: unknown, requestId: string | null): ApiError {
  const error = (body as { error?: { code?: unknown; message?: unknown; details?: unknown } } | null)?.error;
  if (typeof error?.code !== "string") return new ApiError("unreadable_answer", `HTTP ${status}`, status, requestId);
  const details = (error.details ?? {}) as Record<string, unknown>;
  const id = typeof details.requestId === "string" ? details.requestId : requestId;
  return new ApiError(error.code as ErrorCode, String(error.message ?? ""), status, id, details);
}

/** The error for a request that got no response. */
export function errorOfSilence(): ApiError {
  const offline = typeof navigator !== "undefined" && !navigator.onLine;
  return new ApiError(offline ? "offline" : "network", "", 0, null);
}
