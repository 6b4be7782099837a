import { newId } from "@/lib/base/ids";
import type { IncomingRequest } from "@/lib/identity/auth/incoming-request";

const ACCEPTED = /^[A-Za-z0-9_-]{8,128}$/;

/** The client's `X-Request-Id` if valid, else a new one. */
export function requestIdOf(request: IncomingRequest): string {
  const given = request.headers.get("x-request-id");
  return given && ACCEPTED.test(given) ? given : newId("request");
}
