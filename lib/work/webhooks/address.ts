import { promises as dns, type LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** DNS lookup; replaceable, so that tests can simulate a malicious name server. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** Thrown for an address that webhooks must not use, because it is inside this server's network. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/** Ranges not reachable from the internet: IANA's special-purpose registry (RFC 6890), multicast and reserved. */
const SPECIAL_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
/**
 * Public IPv6 addresses are within 2000::/3, which excludes loopback, link-local, unique local, multicast, and
 * addresses that embed an IPv4 one (::ffff:0:0/96, 64:ff9b::/96). Excluded within it: protocol assignments with Teredo,
 * 6to4 (both embed an IPv4 address, too) and documentation.
 */
const GLOBAL_IPV6 = ["2000::", 3] as const;
const SPECIAL_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const special = new BlockList();
for (const [net, bits] of SPECIAL_IPV4) special.addSubnet(net, bits, "ipv4");
for (const [net, bits] of SPECIAL_IPV6) special.addSubnet(net, bits, "ipv6");
const global = new BlockList();
global.addSubnet(...GLOBAL_IPV6, "ipv6");

/** True for a public IP address; false for anything else, including invalid addresses. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, "ipv4");
    case 6:
      return global.check(address, "ipv6") && !special.check(address, "ipv6");
    default:
      return false;
  }
}

/** The literal IP address of a URL; null for a host name. */
export function literalAddress(url: URL): string | null {
  // The URL parser has normalised decimal, octal, hexadecimal and short forms of IPv4.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? null : host;
}

/** Maximum milliseconds for a DNS lookup while a person waits for the answer. */
const LOOK_UP_MS = 2_000;

/** Whether the host name of a URL resolves to an address that is not public. False if the lookup fails. */
export async function leadsInside({ hostname }: URL, resolve: Resolve = resolveAll): Promise<boolean> {
  const none: readonly LookupAddress[] = [];
  const late = pause(LOOK_UP_MS, none, { ref: false });
  const addresses = await Promise.race([resolve(hostname).catch(() => none), late]);
  return addresses.some(({ address }) => !isPublicAddress(address));
}

/**
 * A DNS lookup that fails unless all addresses are public or private ones are allowed. The connection uses the
 * addresses that were checked, so DNS rebinding does not work.
 */
export function checkedLookup(allowPrivate: boolean, resolve: Resolve = resolveAll): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !(allowPrivate || addresses.every(({ address }) => isPublicAddress(address))))
          callback(new AddressRefused("The host name resolves to an address that is not public."), []);
        else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

const resolveAll: Resolve = (host) => dns.lookup(host, { all: true });
