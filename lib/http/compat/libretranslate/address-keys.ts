import { env } from "@/lib/base/env";
import { addressesOf, clientAddress } from "@/lib/identity/auth/client-address";
import type { IncomingRequest } from "@/lib/identity/auth/incoming-request";

/**
 * The key that the administrator has bound to the client's address, for clients that cannot send one; null for other
 * addresses. Everything else of a key applies: scopes, limits, usage and revocation.
 */
export function keyOfAddress(request: IncomingRequest): string | null {
  const bound = env().LIBRETRANSLATE_ADDRESS_KEYS;
  if (bound.length === 0) return null;
  const address = clientAddress(request);
  return bound.find(({ network }) => addressesOf([network])(address))?.key ?? null;
}
