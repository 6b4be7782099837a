import { randomBytes } from "node:crypto";
import { env } from "./env";
import { fingerprint } from "./secret-box";
import { perProcess } from "./singleton";
import { inContext, workContext } from "./work-context";

/**
 * Header of every call to a translation service: the ids of the servers through which the work has passed, the last one
 * at the end. A server that receives its own id is calling itself: directly, through a proxy, or through other servers.
 */
export const HOPS_HEADER = "x-dragoman-hops";

/** Maximum servers in a chain, more than any installation has. Also limits the length of the header. */
const MAX_HOPS = 8;

/** An opaque id, the same for all servers of one database, which share its secret. */
export const ownId = perProcess("own-hop", () => {
  const secret = env().DRAGOMAN_SECRET;
  return secret ? fingerprint(secret, "hop").slice(0, 16) : randomBytes(8).toString("hex");
});

/** The servers that a request has passed. Ignores malformed ids. */
export function readHops(header: string | null): readonly string[] {
  return header?.match(/\b[0-9a-f]{16}\b/g) ?? [];
}

/** True if a request has passed this server before, or too many servers. */
export function isLoop(hops: readonly string[]): boolean {
  return hops.length >= MAX_HOPS || hops.includes(ownId());
}

/** Runs the work of a request that has passed these servers. */
export function withHops<T>(hops: readonly string[], work: () => T): T {
  return inContext({ hops }, work);
}

/** The servers that the current work passed before this one. */
export function passedHops(): readonly string[] {
  return workContext().hops ?? [];
}

/** The value of {@link HOPS_HEADER} for a call by the current work. */
export function nextHops(): string {
  return [...passedHops(), ownId()].join(",");
}
