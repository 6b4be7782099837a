import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { ActorType } from "@/lib/vocabulary/accounts";
import type { AuditAction } from "@/lib/vocabulary/audit-actions";
import { accounts } from "./accounts";
import { time } from "./columns";

/** Names, ids, roles and counts; never texts or secrets. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Who did what, when and from where. Names are those at the time, because what they name may be deleted. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: text("id").primaryKey(),
    /** The workspace concerned; null for actions on the whole server. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    /** Also listed in the server's own log. */
    isServer: boolean("is_server").notNull().default(false),
    action: text("action").$type<AuditAction>().notNull(),
    actorType: text("actor_type").$type<ActorType>().notNull(),
    actorId: text("actor_id"),
    actorName: text("actor_name"),
    targetId: text("target_id"),
    targetName: text("target_name"),
    details: jsonb("details").$type<AuditDetails>().notNull().default({}),
    /** The client's address after the proxy rules; null for the command line. */
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
