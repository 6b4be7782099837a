import { eq } from "drizzle-orm";
import type { z } from "zod";
import { db, sql } from "@/db/client";
import { users } from "@/db/schema";
import { env } from "@/lib/base/env";
import type { Person } from "@/lib/identity/auth/caller";
import { HOUR_SECONDS } from "@/lib/identity/quota/limiter";
import { limitsOf, TIER_LIMITS } from "@/lib/identity/quota/tiers";
import type { Account, LimitsSummary, PatchAccountBody } from "@/lib/schemas/account";
import { TIERS } from "@/lib/vocabulary/accounts";
import { type Account as AccountRow, getAccountRow, updateAccount } from "./accounts";
import { countActiveKeys } from "./keys";

/** The caller's workspace with its settings. */
export async function getAccount(caller: Person): Promise<Account> {
  return view(await getAccountRow(caller.accountId), caller);
}

/** Changes settings of the workspace. */
export async function changeAccount(caller: Person, change: z.output<typeof PatchAccountBody>): Promise<Account> {
  const { defaultTargets: targets, ...others } = change;
  const set = { ...others, ...(targets === undefined ? {} : { defaultTargets: [...new Set(targets)] }) };
  if (Object.keys(set).length === 0) return getAccount(caller);
  return view(await updateAccount(caller.accountId, set), caller);
}

/** The account's tier and limits, the current state of its hourly limit, and the people who can change the tier. */
export async function limitsSummary(caller: Person): Promise<z.input<typeof LimitsSummary>> {
  const [[used], keys, admins] = await Promise.all([
    sql()<{ used: number; oldest: Date | null; newest: Date | null }[]>`
      select used, oldest, (select max(at) from rate_events where subject = ${caller.accountId} and used > 0) as newest
        from rate_read(${caller.accountId}, make_interval(secs => ${HOUR_SECONDS}))`,
    countActiveKeys(caller.accountId),
    db().select({ email: users.email }).from(users).where(eq(users.isAdmin, true)).orderBy(users.id).limit(5),
  ]);
  const limit = caller.limits.requestsPerHour;
  return {
    tier: caller.tier,
    limits: caller.limits,
    hour: {
      limit,
      used: used?.used ?? 0,
      remaining: limit === null ? null : Math.max(limit - (used?.used ?? 0), 0),
      windowSeconds: HOUR_SECONDS,
      resetAt: leaves(used?.oldest),
      fullAt: leaves(used?.newest),
    },
    activeKeys: keys,
    tiers: TIERS.map((tier) => ({ tier, limits: TIER_LIMITS[tier] })),
    administrators: admins.map((admin) => admin.email),
  };
}

function leaves(at: Date | null | undefined): string | null {
  return at ? new Date(at.getTime() + HOUR_SECONDS * 1000).toISOString() : null;
}

function view(row: AccountRow, caller: Person): Account {
  return {
    id: row.id,
    name: row.name,
    tier: row.tier,
    role: caller.role,
    limits: limitsOf(row.tier, row.limits),
    localOnly: row.localOnly,
    bindKeys: row.bindKeys,
    requireSecondFactor: row.requireSecondFactor,
    defaultSource: row.defaultSource,
    defaultTargets: row.defaultTargets,
    fileRetentionHours: row.fileRetentionHours ?? env().FILE_RETENTION_HOURS,
    fileRetentionIsDefault: row.fileRetentionHours === null,
    rates: row.rates,
    createdAt: row.createdAt.toISOString(),
  };
}
