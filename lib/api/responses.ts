import { isDatabaseDown } from "@/db/client";
import { AppError, unavailable } from "@/lib/errors";
import { describeError, log } from "@/lib/log";

/** Headers of every answer of the API. What it serves is data: nothing may run or frame it. */
const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-site",
};

export function baseHeaders(requestId: string): Headers {
  return new Headers({ ...SECURITY_HEADERS, "X-Request-Id": requestId, "Cache-Control": "no-store" });
}

/** A JSON answer with the base headers. */
export function jsonResponse(body: unknown, status: number, headers: Headers): Response {
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers });
}

/** The one place where a throw becomes a response. */
export function errorResponse(thrown: unknown, requestId: string, headers: Headers = baseHeaders(requestId)): Response {
  const error = toAppError(thrown);
  if (error.code === "internal_error") log.error({ requestId, ...describeError(thrown) }, "internal error");
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  return jsonResponse(errorBody(error, requestId), error.status, headers);
}

export function errorBody(error: AppError, requestId: string) {
  return { error: { code: error.code, message: error.message, details: { ...error.details, requestId } } };
}

/** What a caller is told of a fault, whatever was thrown. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseDown(thrown))
    return unavailable("overloaded", "The database cannot be reached. Try again in a moment.", 2);
  return new AppError("internal_error", "Something went wrong on our side. It was logged under the request id.");
}
