import { databaseFault } from "@/db/fault";
import { noteFullDisk } from "@/db/full-disk";
import { AppError, unavailable } from "@/lib/base/errors";
import { lacksDescriptors } from "@/lib/base/fd-limits";
import { describeError, log } from "@/lib/base/log";
import { StorageError } from "@/lib/base/storage/s3";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";
import { corsHeaders, requestIdOf } from "./headers";

/** A response of the API, before it is sent. */
export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | ReadableStream<Uint8Array> | null;
};

/** Headers of every API response: data must not be executed or displayed in a frame. */
const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-site",
};

export function baseHeaders(requestId: string): Headers {
  return new Headers({ ...SECURITY_HEADERS, "X-Request-Id": requestId, "Cache-Control": "no-store" });
}

/** A JSON response with the headers of every API response. */
export function jsonReply(body: unknown, status: number, headers: Headers): Reply {
  headers.set("Content-Type", "application/json; charset=utf-8");
  return { status, headers, body: JSON.stringify(body) };
}

/**
 * The only place that turns exceptions into responses.
 * @param render the status and body of an error, in another API's form
 */
export function errorReply(
  thrown: unknown,
  requestId: string,
  headers: Headers = baseHeaders(requestId),
  render: (error: AppError) => { readonly status: number; readonly body: unknown } = (error) => ({
    status: error.status,
    body: { error: { code: error.code, message: error.message, details: { ...error.details, requestId } } },
  }),
): Reply {
  const error = toAppError(thrown);
  if (error.code === "internal_error") log.error({ requestId, ...describeError(thrown) }, "internal error");
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  const { status, body } = render(error);
  return jsonReply(body, status, headers);
}

/** 405 with the allowed methods. */
export function methodNotAllowed(methods: readonly string[]): AppError {
  const allow = methods.join(", ");
  return new AppError(
    "method_not_allowed",
    `Method not allowed. Allowed methods: ${allow}.`,
    { allowed: methods },
    { Allow: allow },
  );
}

/** The response to OPTIONS. */
export function optionsReply(request: IncomingRequest, methods: readonly string[]): Reply {
  const headers = baseHeaders(requestIdOf(request));
  headers.set("Allow", methods.join(", "));
  return { status: 204, headers, body: null };
}

/** The response to HEAD. */
export async function withoutBody(reply: Reply): Promise<Reply> {
  if (reply.body instanceof ReadableStream) await reply.body.cancel();
  return { ...reply, body: null };
}

/** The error to report for anything thrown. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof StorageError) {
    log.error({ reason: thrown.message }, "object storage failed");
    return unavailable("overloaded", "The file storage cannot be reached. Try again in a moment.", 5);
  }
  if (lacksDescriptors(thrown)) {
    log.error("no file descriptors left: raise the limit of open files (nofile)");
    return unavailable("overloaded", "The server has too many open connections. Try again in a moment.", 2);
  }
  switch (databaseFault(thrown)) {
    case "down":
      return unavailable("overloaded", "The database cannot be reached. Try again in a moment.", 2);
    case "full":
      noteFullDisk();
      return unavailable("overloaded", "The database's disk is full; only reading works. Try again later.", 60);
  }
  return new AppError("internal_error", "Something went wrong on our side. The error is logged with the request ID.");
}

/** The 404 for an unknown API address. */
export function unknownAddress(request: IncomingRequest): Reply {
  const message = "The API has no such address. GET /v1/openapi.json lists all addresses.";
  const reply = errorReply(new AppError("not_found", message, { resource: "route" }), requestIdOf(request));
  corsHeaders(request, reply.headers);
  return reply;
}

/** The `Link` header of a page with a successor (RFC 8288): the caller's own address with the cursor. */
export function nextLink(request: IncomingRequest, nextCursor: string): string {
  const url = new URL(request.url);
  url.searchParams.set("cursor", nextCursor);
  const path = url.pathname.replace(/^\/api\/v1\//, "/v1/");
  return `<${path}?${url.searchParams}>; rel="next"`;
}
