import { invalidRequest } from "@/lib/base/errors";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";

const DEFAULT_WAIT_SECONDS = 10;
const MAX_WAIT_SECONDS = 60;

/** Seconds to wait for a result (RFC 7240): N of `Prefer: wait=N`, 0 for `respond-async`, otherwise ten. */
export function waitSeconds(request: IncomingRequest): number {
  const preferences = (request.headers.get("prefer") ?? "").split(/[,;]/).map((part) => part.trim().toLowerCase());
  const wait = preferences.map((part) => /^wait\s*=\s*(.*)$/.exec(part)?.[1]).find((value) => value !== undefined);
  if (wait !== undefined) {
    // The value of a preference may be quoted.
    const seconds = Number(/^("?)(\d+)\1$/.exec(wait)?.[2]);
    if (!(seconds <= MAX_WAIT_SECONDS))
      throw invalidRequest([
        { path: "Prefer", code: "range", message: `Prefer: wait must be 0 to ${MAX_WAIT_SECONDS} seconds.` },
      ]);
    return seconds;
  }
  return preferences.includes("respond-async") ? 0 : DEFAULT_WAIT_SECONDS;
}

/** N of `Prefer: wait=N`; 0 without the header. */
export function askedWaitSeconds(request: IncomingRequest): number {
  return /\bwait\s*=/i.test(request.headers.get("prefer") ?? "") ? waitSeconds(request) : 0;
}

/**
 * True if the client accepts the file itself instead of JSON about it. RFC 9110 §12.5.1: weight 0 means "not
 * acceptable".
 */
export function acceptsBytes(request: IncomingRequest): boolean {
  return (request.headers.get("accept") ?? "")
    .toLowerCase()
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim()))
    .some(
      ([type, ...parameters]) =>
        type === "application/octet-stream" && !parameters.some((one) => /^q\s*=\s*0(?:\.0*)?$/.test(one)),
    );
}
