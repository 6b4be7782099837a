import { createHash } from "node:crypto";
import type { IncomingRequest } from "@/lib/auth/incoming-request";
import { AppError, invalidRequest } from "@/lib/errors";

/** A strong validator over what the answer says. */
export function etagOf(json: string): string {
  return `"${createHash("sha256").update(json).digest("base64url").slice(0, 22)}"`;
}

/** The header with which a GET of this answer would come: what was just made or changed can be changed again by it. */
export function etagHeader(answer: unknown): { readonly ETag: string } {
  return { ETag: etagOf(JSON.stringify(answer)) };
}

/** True when `If-None-Match` names this version (RFC 9110, weak comparison). */
export function noneMatch(request: IncomingRequest, etag: string): boolean {
  const header = request.headers.get("if-none-match");
  if (header === null) return false;
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** Throws 412 when `If-Match` names another version than this one (RFC 9110, strong comparison). */
export function requireMatch(request: IncomingRequest, current: unknown): void {
  const header = request.headers.get("if-match");
  if (header === null) return;
  const etag = etagOf(JSON.stringify(current));
  if (header.split(",").some((tag) => tag.trim() === "*" || tag.trim() === etag)) return;
  throw new AppError("precondition_failed", "Someone else has changed this. Read it again and repeat your change.", {
    current,
  });
}

/**
 * The revision that `If-Match` names, as in `If-Match: "3"`. Throws 400 without one where it is needed, and for what is
 * no revision.
 */
export function requireRevision(request: IncomingRequest): number {
  const header = request.headers.get("if-match");
  const match = /^"?(\d{1,9})"?$/.exec(header?.trim() ?? "");
  if (match) return Number(match[1]);
  throw invalidRequest([
    {
      path: "If-Match",
      code: header === null ? "required" : "format",
      message: 'Name the revision that you change, such as If-Match: "3", so that no other change is lost.',
    },
  ]);
}
