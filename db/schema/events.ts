import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ActorType } from "@/lib/vocabulary/accounts";
import type { DeliveryStatus } from "@/lib/vocabulary/projects";
import { accounts } from "./accounts";
import { bytea, time } from "./columns";
import { projects } from "./projects";

/** The person, key or system that caused the event, with the name at that time. */
export type EventActor = { type: ActorType; id: string | null; name: string | null };

/** Events, listed by `GET /events` and delivered to webhooks. */
export const events = pgTable(
  "events",
  {
    /**
     * Order of the account's events; numbers may be missing. Assigned when the transaction commits (see the migration
     * `events_in_order`), so that a reader who has seen a number can read all lower ones. Meaningless before.
     */
    sequence: bigint("sequence", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    id: text("id").notNull().unique(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    projectId: text("project_id"),
    type: text("type").notNull(),
    actor: jsonb("actor").$type<EventActor>().notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [
    index("events_account").on(t.accountId, t.sequence),
    index("events_project").on(t.projectId, t.sequence).where(sql`${t.projectId} is not null`),
    index("events_age").on(t.createdAt),
  ],
);

/**
 * Kinds of events that combine many consecutive changes by one person. `imported` becomes `translations.updated`,
 * marked as imported.
 */
export type TranslationsEvent = `translations.${"updated" | "imported" | "reviewed" | "sent_back"}`;

/** Changes of translations that are not part of an event yet. They are soon combined into one event and deleted. */
export const translationChanges = pgTable(
  "translation_changes",
  {
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    language: text("language").notNull(),
    type: text("type").$type<TranslationsEvent>().notNull(),
    actorType: text("actor_type").$type<ActorType>().notNull(),
    actorId: text("actor_id"),
    segmentId: text("segment_id").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [index("translation_changes_group").on(t.accountId, t.projectId, t.language, t.type, t.actorType, t.actorId)],
);

export const webhooks = pgTable(
  "webhooks",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Null means all projects. */
    projectId: text("project_id"),
    url: text("url").notNull(),
    description: text("description").notNull().default(""),
    /** Empty means all types. */
    eventTypes: text("event_types").array().notNull().default(sql`'{}'`),
    languages: text("languages").array().notNull().default(sql`'{}'`),
    /** Encrypted. */
    secret: bytea("secret").notNull(),
    previousSecret: bytea("previous_secret"),
    previousSecretExpiresAt: time("previous_secret_expires_at"),
    status: text("status").$type<"enabled" | "disabled">().notNull().default("enabled"),
    disabledReason: text("disabled_reason"),
    /** When the current series of failures began. */
    firstFailedAt: time("first_failed_at"),
    warnedAt: time("warned_at"),
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
    /** When the webhook was deleted. Since then it is hidden, and its deliveries are being deleted. */
    deletedAt: time("deleted_at"),
  },
  (t) => [index("webhooks_account").on(t.accountId, t.id)],
);

export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    status: text("status").$type<DeliveryStatus>().notNull().default("pending"),
    /** Number of attempts in the current schedule. */
    attempt: integer("attempt").notNull().default(0),
    /** Number of attempts in earlier schedules, before the event was sent again. */
    earlierAttempts: integer("earlier_attempts").notNull().default(0),
    nextAttemptAt: time("next_attempt_at"),
    responseStatus: integer("response_status"),
    /** The reason why the last attempt failed, in one sentence. */
    failure: text("failure"),
    durationMs: integer("duration_ms"),
    createdAt: time("created_at").notNull().defaultNow(),
    finishedAt: time("finished_at"),
  },
  (t) => [
    uniqueIndex("webhook_deliveries_event").on(t.webhookId, t.eventId),
    index("webhook_deliveries_due").on(t.nextAttemptAt).where(sql`${t.status} = 'pending'`),
    index("webhook_deliveries_list").on(t.accountId, t.webhookId, t.id),
    index("webhook_deliveries_of_event").on(t.eventId),
  ],
);
