import { createHash } from "node:crypto";

/** A strong validator over what the answer says. */
export function etagOf(json: string): string {
  return `"${createHash("sha256").update(json).digest("base64url").slice(0, 22)}"`;
}

/** True when `If-None-Match` names this version (RFC 9110, weak comparison). */
export function noneMatch(request: Request, etag: string): boolean {
  const header = request.headers.get("if-none-match");
  if (header === null) return false;
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
