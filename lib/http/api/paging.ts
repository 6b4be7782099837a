import type { IncomingRequest } from "@/lib/identity/auth/client-address";

/** The `Link` header of a page with a successor (RFC 8288): the caller's own address with the cursor. */
export function nextLink(request: IncomingRequest, nextCursor: string | null): Record<string, string> {
  if (nextCursor === null) return {};
  const url = new URL(request.url);
  url.searchParams.set("cursor", nextCursor);
  const path = url.pathname.replace(/^\/api\/v1\//, "/v1/");
  return { Link: `<${path}?${url.searchParams}>; rel="next"` };
}
