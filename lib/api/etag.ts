import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";

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

/** Throws 412 when `If-Match` names another version than this one (RFC 9110, strong comparison). */
export function requireMatch(request: Request, current: unknown): void {
  const header = request.headers.get("if-match");
  if (header === null) return;
  const etag = etagOf(JSON.stringify(current));
  if (header.split(",").some((tag) => tag.trim() === "*" || tag.trim() === etag)) return;
  throw new AppError("precondition_failed", "It was changed meanwhile: read it again before you change it.", {
    current,
  });
}
