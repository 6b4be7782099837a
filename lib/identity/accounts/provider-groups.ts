import { and, eq, inArray } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { accounts, members, users } from "@/db/schema";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { type AuditActor, recordAudit } from "@/lib/identity/audit/record";
import { SYSTEM_ACTORS } from "@/lib/vocabulary/accounts";
import type { AuditAction } from "@/lib/vocabulary/audit-actions";
import type { DescribedRule, GroupRule } from "@/lib/vocabulary/rights";
import { type Role, roleAllows } from "@/lib/vocabulary/rights";
import { requireAnotherAdmin } from "./admin-users";
import { lockMembers, removeFrom, requireAnotherOwner } from "./members";
import { endInvitationsBy } from "./one-time-links";

const PROVIDER: AuditActor = { type: "system", id: null, name: SYSTEM_ACTORS.provider };

/** The configured group rules, and the claim that contains the groups; null without an OpenID Connect provider. */
export async function describeGroupRules(): Promise<{
  readonly provider: string;
  readonly claim: string;
  readonly rules: readonly DescribedRule[];
} | null> {
  const { OIDC_ISSUER, OIDC_NAME, OIDC_GROUPS_CLAIM, OIDC_GROUPS } = env();
  if (!OIDC_ISSUER) return null;
  const ids = OIDC_GROUPS.flatMap(({ grants }) => (grants === "administrator" ? [] : [grants.accountId]));
  const found =
    ids.length === 0
      ? []
      : await db().select({ id: accounts.id, name: accounts.name }).from(accounts).where(inArray(accounts.id, ids));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  const rules = OIDC_GROUPS.map(({ group, grants }) =>
    grants === "administrator"
      ? { group, role: grants, workspace: null }
      : { group, role: grants.role, workspace: { id: grants.accountId, name: names.get(grants.accountId) ?? null } },
  );
  return { provider: OIDC_NAME, claim: OIDC_GROUPS_CLAIM, rules };
}

/** Whether any of the groups gives access to a workspace. */
export function givesWorkspace(groups: readonly string[]): boolean {
  return rulesOf(groups).some(({ grants }) => grants !== "administrator");
}

/**
 * Applies `OIDC_GROUPS` at a sign-in: gives the roles of the person's groups, and revokes roles of groups they left.
 * Roles given in Dragoman stay unless a group sets another. The last owner and the last administrator keep theirs.
 */
export async function applyGroups(tx: Transaction, userId: string, groups: readonly string[]): Promise<void> {
  const all = env().OIDC_GROUPS;
  if (all.length === 0) return;
  const found = rulesOf(groups);
  const known = new Set(await existing(tx, all));
  const ids = [...known].sort();
  for (const accountId of ids) await applyRole(tx, accountId, userId, highestRole(found, accountId));
  if (all.some(({ grants }) => grants === "administrator"))
    await applyAdmin(
      tx,
      userId,
      found.some(({ grants }) => grants === "administrator"),
    );
}

function rulesOf(groups: readonly string[]): GroupRule[] {
  return env().OIDC_GROUPS.filter(({ group }) => groups.includes(group));
}

function highestRole(rules: readonly GroupRule[], accountId: string): Role | null {
  const roles = rules.flatMap(({ grants }) =>
    grants !== "administrator" && grants.accountId === accountId ? [grants.role] : [],
  );
  return roles.reduce<Role | null>((best, role) => (best && roleAllows(best, role) ? best : role), null);
}

/** The existing workspaces among those named in the rules. */
async function existing(tx: Transaction, rules: readonly GroupRule[]): Promise<string[]> {
  const ids = rules.flatMap(({ grants }) => (grants === "administrator" ? [] : [grants.accountId]));
  if (ids.length === 0) return [];
  const rows = await tx.select({ id: accounts.id }).from(accounts).where(inArray(accounts.id, ids));
  return rows.map(({ id }) => id);
}

async function applyRole(tx: Transaction, accountId: string, userId: string, role: Role | null): Promise<void> {
  await lockMembers(tx, accountId);
  const mine = and(eq(members.accountId, accountId), eq(members.userId, userId));
  const [now] = await tx.select().from(members).where(mine);
  if (!role) {
    if (!now?.fromGroups) return;
    if (await isRefused(() => removeFrom(tx, accountId, userId, now.role, { actor: PROVIDER, request: null }))) return;
    return audit(tx, "member.removed", userId, accountId);
  }
  if (!now) {
    await tx.insert(members).values({ accountId, userId, role, fromGroups: true });
    return audit(tx, "member.joined", userId, accountId, { role });
  }
  if (now.role === role) return;
  if (now.role === "owner" && (await isRefused(() => requireAnotherOwner(tx, accountId)))) return;
  await tx.update(members).set({ role, fromGroups: true }).where(mine);
  await endInvitationsBy(tx, userId, accountId, role);
  await audit(tx, "member.role_changed", userId, accountId, { role });
}

async function applyAdmin(tx: Transaction, userId: string, isAdmin: boolean): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user || user.isAdmin === isAdmin || (!isAdmin && !user.adminFromGroups)) return;
  if (!isAdmin && (await isRefused(() => requireAnotherAdmin(tx, userId)))) return;
  await tx.update(users).set({ isAdmin, adminFromGroups: isAdmin }).where(eq(users.id, userId));
  await audit(tx, "user.admin_changed", userId, null, { isAdmin });
}

/** True if `work` was refused with 409 because it concerns the last owner or administrator. */
async function isRefused(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return true;
    throw error;
  }
}

async function audit(
  tx: Transaction,
  action: AuditAction,
  userId: string,
  accountId: string | null,
  details: Record<string, string | boolean> = {},
): Promise<void> {
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
  const target = { id: userId, name: user?.name ?? null };
  await recordAudit({ action, actor: PROVIDER, accountId, target, details, request: null }, tx);
}
