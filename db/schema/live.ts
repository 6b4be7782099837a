import { bigint, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "./columns";
import { projects } from "./projects";

/** Recent changes of projects, from which a stream can be resumed. Kept for minutes. */
export const liveChanges = pgTable(
  "live_changes",
  {
    accountId: text("account_id").notNull(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** The project's version after the change. */
    version: bigint("version", { mode: "number" }).notNull(),
    shown: jsonb("shown").$type<{ language: string | null; segmentIds: readonly string[] | null }[]>().notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.version] }), index("live_changes_age").on(t.createdAt)],
);
