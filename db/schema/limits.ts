import { boolean, index, integer, json, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { bytea, time } from "./columns";

/**
 * The exact sliding ledger (see `admit` in the migrations): one head per subject, locked while a request is
 * decided, and one event per admitted request. A subject is an account, a key, a user or a login name's hash.
 */
export const rateHeads = pgTable("rate_heads", {
  subject: text("subject").primaryKey(),
  /** Events that are kept; those older than the window are deleted at the next decision. */
  events: integer("events").notNull().default(0),
  lastAt: time("last_at"),
});

export const rateEvents = pgTable(
  "rate_events",
  { subject: text("subject").notNull(), at: time("at").notNull() },
  (t) => [primaryKey({ columns: [t.subject, t.at] })],
);

/** Answers kept for requests that carried an `Idempotency-Key`. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    /** SHA-256 over method, address and body. */
    requestHash: bytea("request_hash").notNull(),
    status: integer("status").notNull(),
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    /** As text, so that it is given again with its fields in the order of the first time. */
    body: json("body").notNull(),
    /** False while the work that the answer speaks of is still waited for. */
    isFinal: boolean("is_final").notNull().default(true),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index("idempotency_keys_age").on(t.createdAt)],
);
