import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/base/env";

/** Pages read their nonce from this request header. */
const NONCE_HEADER = "x-nonce";

/**
 * Sets the security headers of a page, with a new nonce for its scripts. Static files get only one of these headers.
 * This is no access check.
 */
export function setPageHeaders(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("X-Content-Type-Options", "nosniff");
  if (request.url?.startsWith("/_next/")) return;
  const nonce = randomBytes(18).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  // Next reads the nonce for its own scripts from this header of the request.
  request.headers[NONCE_HEADER] = nonce;
  request.headers["content-security-policy"] = policy;
  response.setHeader("Content-Security-Policy", policy);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
  // Only if the server uses TLS, because this header makes browsers refuse plain HTTP for two years.
  if (env().PUBLIC_URL?.startsWith("https:"))
    response.setHeader("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
}

/** Headers from OWASP's list of secure headers. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy":
    "camera=(), microphone=(self), geolocation=(), payment=(), usb=(), serial=(), display-capture=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    // React's development build uses `eval` to rebuild stack traces; the production build does not.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
