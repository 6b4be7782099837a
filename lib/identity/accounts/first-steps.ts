import { and, count, eq, isNotNull, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { apiKeys, members, oneTimeLinks, projects, users } from "@/db/schema";
import type { Person } from "@/lib/identity/auth/caller";
import { type FirstStep, firstStepsFor, firstStepsPreference, readFirstSteps } from "@/lib/vocabulary/accounts";

export type FirstSteps = readonly { readonly step: FirstStep; readonly isDone: boolean }[];

/** The first steps shown to a member of a workspace; null once all are done or the member has dismissed them. */
export async function firstSteps(caller: Person): Promise<FirstSteps | null> {
  const wanted = firstStepsFor(caller.role, caller.isAdmin);
  if (wanted.length === 0) return null;
  const [user] = await db().select({ preferences: users.preferences }).from(users).where(eq(users.id, caller.userId));
  const opened = readFirstSteps(user?.preferences[firstStepsPreference(caller.accountId)]);
  if (opened === null) return null;
  const steps = await Promise.all(
    wanted.map(async (step) => ({ step, isDone: opened.has(step) || (await isDone(step, caller.accountId)) })),
  );
  return steps.every((step) => step.isDone) ? null : steps;
}

/** Whether the workspace's data shows that a step was done; other steps count as done when opened. */
async function isDone(step: FirstStep, accountId: string): Promise<boolean> {
  switch (step) {
    case "key":
      return has(apiKeys, and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)));
    case "request":
      return has(apiKeys, and(eq(apiKeys.accountId, accountId), isNotNull(apiKeys.lastUsedAt)));
    case "project":
      return has(projects, and(eq(projects.accountId, accountId), isNull(projects.deletedAt)));
    case "colleagues": {
      const [row] = await db().select({ members: count() }).from(members).where(eq(members.accountId, accountId));
      const invited = and(eq(oneTimeLinks.accountId, accountId), eq(oneTimeLinks.purpose, "invitation"));
      return (row?.members ?? 0) > 1 || has(oneTimeLinks, invited);
    }
    default:
      return false;
  }
}

async function has(
  table: typeof apiKeys | typeof projects | typeof oneTimeLinks,
  condition: ReturnType<typeof and>,
): Promise<boolean> {
  const rows = await db().select({ id: table.id }).from(table).where(condition).limit(1);
  return rows.length > 0;
}
