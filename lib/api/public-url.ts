import type { IncomingRequest } from "@/lib/auth/incoming-request";
import { env } from "@/lib/env";

/** The address that people use: `PUBLIC_URL`, else what the request was sent to. Without a slash at the end. */
export function publicUrl(request: IncomingRequest): string {
  return addressOf(request.headers.get("host"));
}

/** The same from a `Host` header alone; one that could be no host is not repeated. */
export function addressOf(host: string | null): string {
  const set = env().PUBLIC_URL;
  if (set) return set;
  return host && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : `http://localhost:${env().PORT}`;
}
