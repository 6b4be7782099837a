import { eq } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { accounts, apiKeys, users } from "@/db/schema";
import type { Caller } from "@/lib/identity/auth/caller";
import type { Me } from "@/lib/schemas/account";

/** The caller with their permissions. */
export async function describeCaller(caller: Caller): Promise<z.input<typeof Me>> {
  const [[account], [key], [user]] = await Promise.all([
    db().select().from(accounts).where(eq(accounts.id, caller.accountId)),
    caller.keyId ? db().select().from(apiKeys).where(eq(apiKeys.id, caller.keyId)) : [],
    caller.userId ? db().select().from(users).where(eq(users.id, caller.userId)) : [],
  ]);
  return {
    account: { id: caller.accountId, name: account?.name ?? "", tier: caller.tier, localOnly: caller.localOnly },
    limits: caller.limits,
    key: key
      ? {
          id: key.id,
          name: key.name,
          scopes: key.scopes,
          hourlyLimit: key.hourlyLimit,
          expiresAt: key.expiresAt?.toISOString() ?? null,
        }
      : null,
    user: user ? { id: user.id, name: user.name, email: user.email, role: caller.role, isAdmin: caller.isAdmin } : null,
  };
}
