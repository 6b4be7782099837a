import { BlockList, isIP } from "node:net";
import { env } from "@/lib/base/env";

/** Set on each request by lib/http/server from the socket's address; overwrites a header sent by the client. */
export const PEER_HEADER = "x-dragoman-peer";

let trusted: ((address: string) => boolean) | undefined;

/**
 * The network of the client, for throttling: its IPv4 address or, because a client can choose freely within it, the /64
 * of its IPv6 address.
 */
export function clientNetwork(request: IncomingRequest): string {
  const address = clientAddress(request);
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("%")[0]!.split("::");
  const front = head.split(":").filter(Boolean);
  const back = tail?.split(":").filter(Boolean) ?? [];
  const groups = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill("0"), ...back];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/**
 * The client's address: the socket's or, if that is one of `TRUSTED_PROXIES`, the last address of `X-Forwarded-For`
 * that is not a trusted proxy.
 */
export function clientAddress(request: IncomingRequest): string {
  const peer = normalize(request.headers.get(PEER_HEADER) ?? "");
  if (!isTrusted(peer)) return peer || "unknown";
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => normalize(hop.trim()));
  return hops.reverse().find((hop) => isIP(hop) && !isTrusted(hop)) ?? peer;
}

function isTrusted(address: string): boolean {
  trusted ??= addressesOf(env().TRUSTED_PROXIES);
  return trusted(address);
}

/** The predicate whether an address is in a list of addresses and CIDR ranges, which lib/base/env.ts has validated. */
export function addressesOf(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
  };
}

/** Converts IPv4-mapped IPv6 addresses to IPv4. */
function normalize(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

/** The parts of a request that identify its sender, from Fetch's `Request` or from Node's. */
export type IncomingRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, "get" | "has">;
};
