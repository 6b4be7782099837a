import { env } from "@/lib/base/env";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";

/** The public address: `PUBLIC_URL`, else the address of the request. Without a trailing slash. */
export function publicUrl(request: IncomingRequest): string {
  return addressOf(request.headers.get("host"));
}

/** The same from a `Host` header alone; an invalid host is not echoed. */
export function addressOf(host: string | null): string {
  const set = env().PUBLIC_URL;
  if (set) return set;
  return host && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : `http://localhost:${env().PORT}`;
}
