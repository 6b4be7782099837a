import type { components } from "./schema";

type ErrorBody = components["schemas"]["Error"]["error"];
export type ErrorCode = ErrorBody["code"];
export type FieldError = components["schemas"]["FieldError"];

type Wait = { readonly retryAfterSeconds?: number };
type Conflict = {
  readonly reason?: string;
  readonly allowedTransitions?: readonly string[];
  readonly documentId?: string;
};

/** The fields of `details` by error code, besides `requestId`. */
type DetailsOf = {
  invalid_request: { readonly errors: readonly FieldError[] };
  unauthorized: { readonly reason?: string };
  forbidden: { readonly required?: string; readonly granted?: unknown };
  not_found: { readonly resource?: string };
  conflict: Conflict;
  gone: { readonly expiredAt?: string };
  too_large: { readonly limit: number; readonly actual: number; readonly unit: string; readonly field?: string };
  unsupported_media_type: { readonly received?: string; readonly supported?: readonly string[] };
  rate_limit_exceeded: Wait & { readonly limit: number; readonly resetAt?: string };
  engine_unavailable: Wait;
  model_unavailable: Wait & { readonly pair: string; readonly reason: string };
  overloaded: Wait;
};
type Details<Code> = { readonly requestId: string } & (Code extends keyof DetailsOf
  ? DetailsOf[Code]
  : { readonly [name: string]: unknown });

/** An error of the API. `code` identifies it and determines the contents of `details`. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: Code,
    message: string,
    readonly details: Details<Code>,
    /** Seconds from the `Retry-After` header. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(message);
  }
}

/** No usable response: the server could not be reached, or something other than Dragoman answered. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly code = "connection_failed";
}

/** Every error with which calls reject, except the reason of an aborted signal. */
export type DragomanError = { [Code in ErrorCode]: ApiError<Code> }[ErrorCode] | ConnectionError;

/** Narrows a caught value, so that a `switch` over `code` has typed details. */
export function isDragomanError(thrown: unknown): thrown is DragomanError {
  return thrown instanceof ApiError || thrown instanceof ConnectionError;
}

/** The error of an unsuccessful response. */
export async function errorOf(response: Response): Promise<ApiError | ConnectionError> {
  const body = (await response.json().catch(() => null)) as { error?: Partial<ErrorBody> } | null;
  const { code, message, details } = body?.error ?? {};
  if (!code || !details) return new ConnectionError(`The response is not from Dragoman: HTTP ${response.status}.`);
  return new ApiError(response.status, code, message ?? code, details as Details<ErrorCode>, retryAfter(response));
}

/** The seconds in `Retry-After`; null without the header. */
export function retryAfter(response: Response): number | null {
  const value = response.headers.get("retry-after");
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}
