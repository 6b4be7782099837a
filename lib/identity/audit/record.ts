import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { db, type Transaction } from "@/db/client";
import {
  accounts,
  apiKeys,
  auditEntries,
  glossaries,
  jobs,
  memories,
  projectExports,
  projects,
  users,
  webhooks,
} from "@/db/schema";
import type { AuditDetails } from "@/db/schema/audit";
import { type IdKind, isId, newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";
import { clientAddress } from "@/lib/identity/auth/client-address";
import { type ActorType, SYSTEM_ACTORS } from "@/lib/vocabulary/accounts";
import type { AuditAction } from "@/lib/vocabulary/audit-actions";

const MAX_USER_AGENT = 300;
const MAX_NAME = 200;

export type AuditActor = { readonly type: ActorType; readonly id: string | null; readonly name: string | null };
export type AuditTarget = { readonly id: string | null; readonly name: string | null };

export type NewAuditEntry = {
  readonly action: AuditAction;
  readonly actor: AuditActor;
  /** The workspace that the entry concerns; null for the whole server. */
  readonly accountId: string | null;
  /** True to list the entry in the server's audit log, too. */
  readonly isServer?: boolean;
  readonly target?: AuditTarget | null;
  /** Must never contain texts or secrets. */
  readonly details?: AuditDetails;
  /** The HTTP request; null for the command line. */
  readonly request: IncomingRequest | null;
};

/** Adds one entry to the audit log. */
export async function recordAudit(entry: NewAuditEntry, tx: Transaction = db()): Promise<void> {
  await tx.insert(auditEntries).values({
    id: newId("auditEntry"),
    accountId: entry.accountId,
    isServer: entry.isServer ?? entry.accountId === null,
    action: entry.action,
    actorType: entry.actor.type,
    actorId: entry.actor.id,
    actorName: entry.actor.name,
    targetId: entry.target?.id ?? null,
    targetName: entry.target?.name?.slice(0, MAX_NAME) ?? null,
    details: entry.details ?? {},
    address: entry.request && clientAddress(entry.request),
    userAgent: entry.request?.headers.get("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
  });
}

/** An operator on the command line. */
export const OPERATOR: AuditActor = { type: "system", id: null, name: SYSTEM_ACTORS.commandLine };

/** Stands for a person whose id and name must not be recorded. */
export const NOBODY: AuditActor = { type: "user", id: null, name: null };

/** The caller, with the current name of the person or key. */
export async function auditActor(caller: Pick<Caller, "userId" | "keyId"> | null): Promise<AuditActor> {
  const id = caller?.userId ?? caller?.keyId ?? null;
  return { type: caller?.keyId ? "key" : "user", id, name: id && (await nameOf(id)) };
}

type Named = { readonly table: PgTable & { readonly id: PgColumn }; readonly name: PgColumn | SQL };
const NAMED: Partial<Record<IdKind, Named>> = {
  account: { table: accounts, name: accounts.name },
  user: { table: users, name: users.name },
  key: { table: apiKeys, name: apiKeys.name },
  project: { table: projects, name: projects.name },
  memory: { table: memories, name: memories.name },
  glossary: { table: glossaries, name: glossaries.name },
  export: { table: projectExports, name: projectExports.fileName },
  // Jobs have no name; their type is shown translated.
  job: { table: jobs, name: jobs.type },
  // Only the host, because the path of a webhook's address may be secret.
  webhook: {
    table: webhooks,
    name: sql`coalesce(nullif(${webhooks.description}, ''), substring(${webhooks.url} from '^https?://(?:[^/?#@]*@)?([^/?#]+)'))`,
  },
};

/** The current name of the object with this id; null if it has no name. */
export async function nameOf(id: string): Promise<string | null> {
  const [, named] = Object.entries(NAMED).find(([kind]) => isId(kind as IdKind, id)) ?? [];
  if (!named) return null;
  const [row] = await db().select({ name: named.name }).from(named.table).where(eq(named.table.id, id));
  return typeof row?.name === "string" ? row.name : null;
}
