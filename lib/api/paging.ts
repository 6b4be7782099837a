import type { IncomingRequest } from "@/lib/auth/incoming-request";

/** The `Link` header of a page that is not the last (RFC 8288). The address is the caller's own, with the cursor set. */
export function nextLink(request: IncomingRequest, nextCursor: string | null): Record<string, string> {
  if (nextCursor === null) return {};
  const url = new URL(request.url);
  url.searchParams.set("cursor", nextCursor);
  const path = url.pathname.replace(/^\/api\/v1\//, "/v1/");
  return { Link: `<${path}?${url.searchParams}>; rel="next"` };
}
