import { createHash } from "node:crypto";
import { AppError, invalidRequest } from "@/lib/base/errors";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";

/** A strong ETag of the response. */
export function etagOf(json: string): string {
  return `"${createHash("sha256").update(json).digest("base64url").slice(0, 22)}"`;
}

/** The ETag that a GET of this resource would return, so that clients can update what they just created or changed. */
export function etagHeader(answer: unknown): { readonly ETag: string } {
  return { ETag: etagOf(JSON.stringify(answer)) };
}

/** True if `If-None-Match` names this version (RFC 9110, weak comparison). */
export function noneMatch(request: IncomingRequest, etag: string): boolean {
  const header = request.headers.get("if-none-match");
  if (header === null) return false;
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** Throws 412 if `If-Match` names another version (RFC 9110, strong comparison). */
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
 * The revision in `If-Match`, such as `"3"`. Throws 400 if it is required and missing, and for anything that is not a
 * revision.
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
