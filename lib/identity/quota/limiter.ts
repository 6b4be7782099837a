import { limiterDb } from "@/db/client";
import type { LimitOverrides } from "@/db/schema/accounts";
import type { Tier } from "@/lib/vocabulary/accounts";
import { Batches } from "./batches";
import type { KeyRow } from "./key-row";
import { decideByLease, followLease } from "./leases";
import { refund } from "./refunds";
import { TIER_LIMITS } from "./tiers";

/** Length of the hourly limit's window; a parameter only for tests. */
export const HOUR_SECONDS = 3600;

/** The state of a limit after a decision. */
export type Budget = {
  readonly limit: number;
  readonly remaining: number;
  readonly windowSeconds: number;
  /** When the oldest counted request leaves the window; null if none is counted. */
  readonly resetAt: Date | null;
  /** Seconds from the decision to `resetAt`, rounded up; 0 if none is counted. */
  readonly resetSeconds: number;
};

export type Decision =
  | { readonly state: "unknown" | "revoked" | "expired" }
  | {
      readonly state: "active";
      readonly keyId: string;
      readonly accountId: string;
      readonly tier: Tier;
      readonly limits: LimitOverrides;
      readonly localOnly: boolean;
      readonly scopes: readonly string[];
      /** Addresses and CIDR ranges that may use the key; null: all. */
      readonly allowedAddresses: readonly string[] | null;
      readonly admitted: boolean;
      readonly refusedBy: "account" | "key" | null;
      /** Whole seconds after which the request would be admitted; null if it was. */
      readonly retryAfterSeconds: number | null;
      readonly retryAt: Date | null;
      /** Null if the account has no limit. */
      readonly account: Budget | null;
      /** Null if the key has no limit. */
      readonly key: Budget | null;
      /** Returns the charged request, for responses that are free. */
      readonly refund: () => Promise<void>;
    };

const decisions = new Batches<KeyRow>();

/**
 * Looks up a key by its SHA-256, decides and charges, in one query (see `admit` in the migrations). `charge` false
 * charges and rejects nothing. Concurrent requests of a key share a query, because the database decides them one after
 * another anyway.
 */
export async function admitKey(hash: Buffer, charge: boolean, windowSeconds = HOUR_SECONDS): Promise<Decision> {
  const leased = charge ? await decideByLease(hash, windowSeconds) : undefined;
  if (leased) return decisionOf(leased.row, windowSeconds, leased.refund);
  const row = await decisions.ask(
    `${hash.toString("base64")} ${charge} ${windowSeconds}`,
    (count) =>
      // Calls `admit` once per row: without `offset 0` the planner would merge the two levels and call it once.
      limiterDb()<KeyRow[]>`
      select (decision).*, (decision).charged_at::text as charged_at, ${unhurried()},
             (select k.allowed_addresses from api_keys k where k.id = (decision).key_id) as allowed_addresses
        from (select admit(${hash}, ${charge}, make_interval(secs => ${windowSeconds}),
                           ${TIER_LIMITS.free.requestsPerHour}, ${TIER_LIMITS.pro.requestsPerHour}) as decision
                from generate_series(1, ${count}::int) offset 0) decided`,
  );
  if (charge) followLease(hash, windowSeconds, row);
  return decisionOf(row, windowSeconds, async () => {
    if (!row.charged_at) return;
    const subjects = [row.account_limit === null ? null : row.account_id, row.key_limit === null ? null : row.key_id];
    for (const subject of subjects) if (subject) await refund(subject, row.charged_at);
  });
}

function decisionOf(row: KeyRow, windowSeconds: number, refund: () => Promise<void>): Decision {
  if (row.state !== "active") return { state: row.state };
  const budget = (limit: number | null, used: number, resetAt: Date | null): Budget | null =>
    limit === null
      ? null
      : {
          limit,
          remaining: Math.max(limit - used, 0),
          windowSeconds,
          resetAt,
          resetSeconds: secondsUntil(resetAt, row.now_at),
        };
  return {
    state: "active",
    keyId: row.key_id,
    accountId: row.account_id,
    tier: row.tier,
    limits: row.limits,
    localOnly: row.local_only,
    scopes: row.scopes,
    allowedAddresses: row.allowed_addresses,
    admitted: row.admitted,
    refusedBy: row.refused_by,
    retryAt: row.retry_at,
    retryAfterSeconds: row.retry_at && Math.max(secondsUntil(row.retry_at, row.now_at), 1),
    account: budget(row.account_limit, row.account_used, row.account_reset),
    key: budget(row.key_limit, row.key_used, row.key_reset),
    refund,
  };
}

/** A decision for a subject without a key, such as `login:<hash>` or a dashboard user. */
export async function admitSubject(
  subject: string,
  limit: number,
  windowSeconds: number,
): Promise<{ admitted: boolean; remaining: number; retryAfterSeconds: number; refund: () => Promise<void> }> {
  const [row] = await limiterDb()<
    { admitted: boolean; remaining: number; now_at: Date; charged_at: string; retry_at: Date | null }[]
  >`
    select *, now_at::text as charged_at, ${unhurried()} from rate_admit(${subject}, ${limit}, make_interval(secs => ${windowSeconds}))`;
  if (!row) throw new Error("rate_admit gave no row");
  return {
    admitted: row.admitted,
    remaining: row.remaining,
    retryAfterSeconds: row.admitted ? 0 : Math.max(secondsUntil(row.retry_at, row.now_at), 1),
    refund: async () => {
      if (row.admitted) await refund(subject, row.charged_at);
    },
  };
}

/** Commits the statement without waiting for the disk: see {@link limiterDb}. */
const unhurried = () => limiterDb()`(select set_config('synchronous_commit', 'off', true)) as commits`;

function secondsUntil(at: Date | null, now: Date): number {
  return at ? Math.max(Math.ceil((at.getTime() - now.getTime()) / 1000), 0) : 0;
}
