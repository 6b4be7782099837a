import type { IncomingRequest } from "./client-address";

/**
 * True if the browser says that the request comes from this service's own pages (Fetch Metadata, else `Origin`). A read
 * without either header is allowed: other sites cannot see its response.
 */
export function isSameOrigin(request: IncomingRequest, publicUrl: string | undefined): boolean {
  const safe = request.method === "GET" || request.method === "HEAD";
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || (site === "none" && safe);
  const origin = request.headers.get("origin");
  if (origin === null) return safe;
  const ownHost = publicUrl ? new URL(publicUrl).host : request.headers.get("host");
  return URL.canParse(origin) && new URL(origin).host === ownHost;
}
