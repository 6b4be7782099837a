import { type NextRequest, NextResponse } from "next/server";
import { env } from "./lib/env";

/** Name of the request header by which pages learn the nonce of their own answer. */
const NONCE_HEADER = "x-nonce";

/**
 * Gives each page the headers that browsers guard it by, with a fresh nonce for its scripts. It decides nothing about who may
 * see what, and never runs for the API: it would cut long bodies off.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString("base64");
  const policy = contentSecurityPolicy(nonce);

  // Next reads the nonce for its own scripts from the request's policy.
  const headers = new Headers(request.headers);
  headers.set(NONCE_HEADER, nonce);
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });

  response.headers.set("Content-Security-Policy", policy);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  // Only where people come over TLS: a browser that once saw it refuses plain http for two years.
  if (env().PUBLIC_URL?.startsWith("https:"))
    response.headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  return response;
}

/** After OWASP's list of secure headers. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), display-capture=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    // React's development build evaluates code to rebuild stacks; the production build never does.
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

export const config = {
  // Everything but the API, measures and built files.
  matcher: ["/((?!api(?:/|$)|v1(?:/|$)|metrics(?:/|$)|_next/).*)"],
};
