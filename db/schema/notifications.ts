import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { ActorType } from "@/lib/vocabulary/accounts";
import type { NotificationKind } from "@/lib/vocabulary/events";
import { accounts, users } from "./accounts";
import { time } from "./columns";
import { projects } from "./projects";

/** Content of a notification besides its kind, as it was at the time of the event. */
export type NotificationData = {
  actorName?: string;
  /** Absent in older notifications, which were all caused by a person. */
  actorType?: ActorType;
  projectName?: string;
  language?: string;
  /** Source language of a requested pair, whose target is `language`. */
  source?: string;
  /** True if a requested language is not available yet; such notifications are hidden. */
  isAwaited?: true;
  segmentId?: string;
  /** Number of segments. */
  count?: number;
  /** RFC 3339. */
  dueAt?: string;
  /** Days left until the due date, in a reminder. */
  daysLeft?: number;
};

/** Notifications for people. */
export const notifications = pgTable(
  "notifications",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind").$type<NotificationKind>().notNull(),
    projectId: text("project_id").references(() => projects.id, { onDelete: "cascade" }),
    data: jsonb("data").$type<NotificationData>().notNull().default({}),
    createdAt: time("created_at").notNull().defaultNow(),
    readAt: time("read_at"),
    /** When it was mailed, or when it was decided not to mail it. */
    mailedAt: time("mailed_at"),
  },
  (t) => [
    index("notifications_of_person").on(t.accountId, t.userId, t.id),
    index("notifications_to_mail").on(t.userId, t.createdAt).where(sql`${t.mailedAt} is null`),
    index("notifications_age").on(t.createdAt),
    index("notifications_project").on(t.projectId).where(sql`${t.projectId} is not null`),
  ],
);
