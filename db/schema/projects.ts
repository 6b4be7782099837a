import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { time } from "./columns";

export type Workflow = "mt_review" | "mt_translate_review" | "mt_only" | "human";
export type ProjectStatus = "draft" | "in_progress" | "in_review" | "completed" | "cancelled" | "archived";
export type LanguageStatus = "pending" | "translating" | "in_review" | "completed";

export const projects = pgTable(
  "projects",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    externalId: text("external_id"),
    name: text("name").notNull(),
    sourceLanguage: text("source_language").notNull(),
    workflow: text("workflow").$type<Workflow>().notNull(),
    status: text("status").$type<ProjectStatus>().notNull().default("draft"),
    statusChangedAt: time("status_changed_at").notNull().defaultNow(),
    /** Grows with every change that a reader of the project could see: its ETag. */
    version: bigint("version", { mode: "number" }).notNull().default(1),
    dueAt: time("due_at"),
    metadata: jsonb("metadata").$type<Record<string, unknown>>().notNull().default({}),
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("projects_external_id").on(t.accountId, t.externalId).where(sql`${t.externalId} is not null`),
    index("projects_created").on(t.accountId, t.createdAt, t.id),
    index("projects_updated").on(t.accountId, t.updatedAt, t.id),
    index("projects_name").on(t.accountId, sql`lower(${t.name})`, t.id),
    index("projects_due").on(t.accountId, t.dueAt, t.id),
  ],
);

/** A target language of a project, with its progress kept, not recounted: segments and words per state. */
export const projectLanguages = pgTable(
  "project_languages",
  {
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    language: text("language").notNull(),
    position: integer("position").notNull(),
    status: text("status").$type<LanguageStatus>().notNull().default("pending"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.language] }),
    index("project_languages_account").on(t.accountId, t.language),
  ],
);
