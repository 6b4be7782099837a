import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { ActorType } from "@/lib/vocabulary/accounts";
import type { NotificationKind } from "@/lib/vocabulary/events";
import { accounts, users } from "./accounts";
import { time } from "./columns";
import { projects } from "./projects";

/** Content of a notification besides its kind, from the time of the event. */
export type NotificationData = {
  actorName?: string;
  /** Absent in older notifications: a person's. */
  actorType?: ActorType;
  projectName?: string;
  language?: string;
  /** With `language`, the pair that was requested. */
  source?: string;
  /** The language does not work yet: shown to no one. */
  isAwaited?: true;
  segmentId?: string;
  /** Segments. */
  count?: number;
  /** RFC 3339. */
  dueAt?: string;
  /** Days to the due date when reminded of it. */
  daysLeft?: number;
};

/** Notices to a person. */
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
    /** When it was mailed, or when it was clear that it is not. */
    mailedAt: time("mailed_at"),
  },
  (t) => [
    index("notifications_of_person").on(t.accountId, t.userId, t.id),
    index("notifications_to_mail").on(t.userId, t.createdAt).where(sql`${t.mailedAt} is null`),
    index("notifications_age").on(t.createdAt),
    index("notifications_project").on(t.projectId).where(sql`${t.projectId} is not null`),
  ],
);
