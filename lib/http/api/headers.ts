import { env } from "@/lib/base/env";
import { newId } from "@/lib/base/ids";
import type { KeyDecision } from "@/lib/identity/auth/authenticate";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers), and the three older headers for the limit
 * with the fewest requests left. Empty if there is no limit.
 */
export function rateLimitHeaders(decision: KeyDecision | null, headers: Headers): void {
  const limits = [
    { name: "account", budget: decision?.account },
    { name: "key", budget: decision?.key },
  ].flatMap(({ name, budget }) => (budget ? [{ name, ...budget }] : []));
  const tightest = [...limits].sort((a, b) => a.remaining - b.remaining)[0];
  if (!tightest) return;
  headers.set("RateLimit-Policy", limits.map((b) => `"${b.name}";q=${b.limit};w=${b.windowSeconds}`).join(", "));
  headers.set("RateLimit", limits.map((b) => `"${b.name}";r=${b.remaining};t=${b.resetSeconds}`).join(", "));
  headers.set("X-RateLimit-Limit", String(tightest.limit));
  headers.set("X-RateLimit-Remaining", String(tightest.remaining));
  headers.set("X-RateLimit-Reset", String(Math.ceil((tightest.resetAt?.getTime() ?? Date.now()) / 1000)));
}

const EXPOSED = [
  "X-Request-Id",
  "RateLimit-Policy",
  "RateLimit",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "Location",
  "Link",
  "ETag",
  "Idempotent-Replayed",
  "Content-Disposition",
].join(", ");

/** Headers that allow the origins of `CORS_ORIGINS` to read responses. Never allows cookies. */
export function corsHeaders(request: IncomingRequest, headers: Headers): void {
  if (env().CORS_ORIGINS.length === 0) return;
  headers.append("Vary", "Origin");
  const origin = request.headers.get("origin");
  if (!origin || !env().CORS_ORIGINS.includes(origin)) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", EXPOSED);
}

/** Headers of a preflight response. */
export function preflightHeaders(request: IncomingRequest, methods: readonly string[], headers: Headers): void {
  corsHeaders(request, headers);
  if (!headers.has("Access-Control-Allow-Origin")) return;
  headers.set("Access-Control-Allow-Methods", methods.join(", "));
  headers.set(
    "Access-Control-Allow-Headers",
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, X-Request-Id",
  );
  headers.set("Access-Control-Max-Age", "600");
}

const ACCEPTED = /^[A-Za-z0-9_-]{8,128}$/;

/** The client's `X-Request-Id` if valid, else a new one. */
export function requestIdOf(request: IncomingRequest): string {
  const given = request.headers.get("x-request-id");
  return given && ACCEPTED.test(given) ? given : newId("request");
}

/** The public address without a trailing slash: `PUBLIC_URL`, else the address of the request. */
export function publicUrl(request: IncomingRequest): string {
  return addressOf(request.headers.get("host"));
}

/** Like {@link publicUrl}, but from a `Host` header alone. An invalid host is not used. */
export function addressOf(host: string | null): string {
  const set = env().PUBLIC_URL;
  if (set) return set;
  return host && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : `http://localhost:${env().PORT}`;
}
