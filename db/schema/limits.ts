import { boolean, index, integer, json, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { bytea, time } from "./columns";

/**
 * The exact sliding window (see `admit` in the migrations): one head per subject, locked during a decision, and one
 * event per admitted request or reserved block. A subject is an account, a key, a user or the hash of a login name.
 */
export const rateHeads = pgTable("rate_heads", {
  subject: text("subject").primaryKey(),
  /** Number of requests in the stored events. The next decision deletes events older than the window. */
  events: integer("events").notNull().default(0),
  lastAt: time("last_at"),
});

export const rateEvents = pgTable(
  "rate_events",
  {
    subject: text("subject").notNull(),
    at: time("at").notNull(),
    /** Number of requests: 1, or the size of a block that a server reserved. */
    n: integer("n").notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.subject, t.at] })],
);

/** Stored responses of requests with an `Idempotency-Key`. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    /** SHA-256 of method, address and body. */
    requestHash: bytea("request_hash").notNull(),
    status: integer("status").notNull(),
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    /** JSON as text, so that a replay keeps the order of fields. */
    body: json("body").notNull(),
    /** False while the work that the response reports is in progress. */
    isFinal: boolean("is_final").notNull().default(true),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index("idempotency_keys_age").on(t.createdAt)],
);
