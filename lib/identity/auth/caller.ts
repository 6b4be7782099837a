import type { Limits } from "@/lib/identity/quota/tiers";
import type { Tier } from "@/lib/vocabulary/accounts";
import type { Role, Scope } from "@/lib/vocabulary/rights";

/**
 * Who is calling, as plain data. Every service takes it as its first argument, and every query filters by its
 * `accountId`.
 */
export type Caller = {
  readonly accountId: string;
  /** The signed-in person; null for a key. */
  readonly userId: string | null;
  /** The key; null for a signed-in person. */
  readonly keyId: string | null;
  readonly tier: Tier;
  readonly limits: Limits;
  readonly scopes: readonly Scope[];
  /** A key acts as a manager. */
  readonly role: Role;
  /** True if text of the account must not leave this machine. */
  readonly localOnly: boolean;
  /** An administrator of this server, signed in. */
  readonly isAdmin: boolean;
  /** The workspace requires a second factor, and the person has none yet. */
  readonly mustEnrol?: boolean;
};

/** A signed-in person, for routes that do not accept keys. */
export type Person = Caller & { readonly userId: string; readonly sessionId: string };
