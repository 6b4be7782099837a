import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { openToken, sealToken } from "@/lib/base/secret-box";
import type { IncomingRequest } from "./client-address";
import { cookiesAreSecure, cookieValue } from "./session";

const PURPOSE = "known device";
/** Maximum number of people remembered per browser. */
const MAX_PEOPLE = 5;
const REMEMBERED_DAYS = 365;

/** One entry per person who has signed in: a hash of the address, and a random id of this browser. */
const Devices = z.array(z.tuple([z.string(), z.string()])).max(MAX_PEOPLE);

/**
 * The id of a browser that has signed in with this address before; null for others. Its attempts are counted
 * separately, so that strangers who try passwords do not lock the person out (OWASP, device cookies).
 */
export function knownDevice(request: IncomingRequest, email: string): string | null {
  return devicesOf(request).find(([address]) => address === hashOf(email))?.[1] ?? null;
}

/** The `Set-Cookie` header that marks the browser as known for this address. */
export function deviceCookie(request: IncomingRequest, email: string): string {
  const device = knownDevice(request, email) ?? randomBytes(16).toString("base64url");
  const others = devicesOf(request).filter(([address]) => address !== hashOf(email));
  const devices = [[hashOf(email), device], ...others].slice(0, MAX_PEOPLE);
  const value = sealToken(PURPOSE, devices);
  const secure = cookiesAreSecure() ? "; Secure" : "";
  return `${cookieName()}=${value}; Path=/; Max-Age=${REMEMBERED_DAYS * 86_400}; HttpOnly; SameSite=Lax${secure}`;
}

function devicesOf(request: IncomingRequest): z.output<typeof Devices> {
  const value = cookieValue(request.headers.get("cookie"), cookieName());
  return (value && openToken(PURPOSE, Devices, value)) || [];
}

function cookieName(): string {
  return `${cookiesAreSecure() ? "__Secure-" : ""}dragoman-device`;
}

function hashOf(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}
