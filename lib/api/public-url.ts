import { env } from "@/lib/env";

/** The address that people use: `PUBLIC_URL`, else what the request was sent to. Without a slash at the end. */
export function publicUrl(request: Request): string {
  const set = env().PUBLIC_URL;
  if (set) return set;
  const host = request.headers.get("host") ?? "";
  return /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : `http://localhost:${env().PORT}`;
}
