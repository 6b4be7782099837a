import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { ActorType } from "@/lib/vocabulary/accounts";
import type { AuditAction } from "@/lib/vocabulary/audit-actions";
import { accounts } from "./accounts";
import { time } from "./columns";

/** Contains names, ids, roles and counts; never texts or secrets. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Who did what, when and from where. Names are those at the time, because the named objects may be deleted. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: text("id").primaryKey(),
    /** The workspace that the action concerns; null for the whole server. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    /** True if the server's audit log lists the entry, too. */
    isServer: boolean("is_server").notNull().default(false),
    action: text("action").$type<AuditAction>().notNull(),
    actorType: text("actor_type").$type<ActorType>().notNull(),
    actorId: text("actor_id"),
    actorName: text("actor_name"),
    targetId: text("target_id"),
    targetName: text("target_name"),
    details: jsonb("details").$type<AuditDetails>().notNull().default({}),
    /** The client's address, determined with `TRUSTED_PROXIES`; null for the command line. */
    address: text("address"),
    userAgent: text("user_agent"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [
    index("audit_entries_account").on(t.accountId, t.id),
    index("audit_entries_server").on(t.id).where(sql`${t.isServer}`),
    index("audit_entries_actor").on(t.actorId, t.id),
    index("audit_entries_age").on(t.createdAt),
  ],
);
