import { asc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { members, users } from "@/db/schema";
import { describeError, log } from "@/lib/base/log";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";
import type { SessionEvent } from "@/lib/identity/auth/next-auth";
import { nameOf, recordAudit } from "./record";

/**
 * Records a sign-in, a failed sign-in or a sign-out. Not awaited, because the time would reveal whether an address
 * exists. Of a failed sign-in, the typed address is not recorded: people sometimes type their password there.
 */
export function recordSession(event: SessionEvent, request: IncomingRequest): void {
  record(event, request).catch((error) => log.error(describeError(error), "could not write the audit log"));
}

async function record(event: SessionEvent, request: IncomingRequest): Promise<void> {
  const { accountId, ...person } = event.type === "failed" ? await personOf(event.email) : await named(event);
  await recordAudit({
    action: `session.${event.type}`,
    actor: { type: "user", ...person },
    accountId,
    isServer: true,
    details: event.type === "started" ? { provider: event.provider } : {},
    request,
  });
}

type Known = { readonly id: string | null; readonly name: string | null; readonly accountId: string | null };

async function named({ userId, accountId }: { userId: string; accountId: string }): Promise<Known> {
  return { id: userId, name: await nameOf(userId), accountId };
}

async function personOf(email: string): Promise<Known> {
  const [user] = await db()
    .select({ id: users.id, name: users.name, accountId: members.accountId })
    .from(users)
    .leftJoin(members, eq(members.userId, users.id))
    .where(eq(sql`lower(${users.email})`, email.trim().toLowerCase()))
    .orderBy(asc(members.createdAt))
    .limit(1);
  return user ?? { id: null, name: null, accountId: null };
}
