import { AppError } from "@/lib/base/errors";
import type { Limits } from "@/lib/identity/quota/tiers";
import type { Tier } from "@/lib/vocabulary/accounts";
import type { Role, Scope } from "@/lib/vocabulary/rights";

/**
 * Who is calling, as plain data. Every service takes it as its first argument, and every query filters by its
 * `accountId`.
 */
export type Caller = {
  readonly accountId: string;
  /** The signed-in person; null if the caller is a key. */
  readonly userId: string | null;
  /** The key; null if the caller is a signed-in person. */
  readonly keyId: string | null;
  readonly tier: Tier;
  readonly limits: Limits;
  readonly scopes: readonly Scope[];
  /** The caller's permissions. A key has those of a manager, limited by its scopes. */
  readonly role: Role;
  /** True if texts of the account must not be sent to other machines. */
  readonly localOnly: boolean;
  /** True for a signed-in administrator of this server. */
  readonly isAdmin: boolean;
  /** The workspace requires a second factor, and the person has none yet. */
  readonly mustEnrol?: boolean;
};

/** A signed-in person, for routes that do not accept keys. */
export type Person = Caller & { readonly userId: string; readonly sessionId: string };

/** Throws 413 if a field of a request exceeds a limit of the caller's tier. */
export function requireWithin(
  { tier }: Caller,
  limit: number,
  { actual, unit, field }: { readonly actual: number; readonly unit: "items" | "characters"; readonly field: string },
): void {
  if (actual <= limit) return;
  const message = `The field ${field} has ${actual} ${unit}; the limit of the ${tier} tier is ${limit}.`;
  throw new AppError("too_large", message, { limit, actual, unit, field, tier });
}
