import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { CheckSetting } from "@/lib/vocabulary/severities";
import type { LanguageStatus, ProjectStatus } from "@/lib/vocabulary/states";
import type { Workflow } from "@/lib/vocabulary/workflows";
import { accounts, users } from "./accounts";
import { time } from "./columns";

/** What a project does in its own way. Absent: the default that `lib/schemas/projects.ts` names. */
export type ProjectSettings = {
  /** Documents that arrive start the project and are drafted by machine. */
  autoStart?: boolean;
  /** A translation approved for one occurrence fills the unreviewed others. */
  propagateRepetitions?: boolean;
  /** A context match of a reviewed memory unit counts as reviewed. */
  autoReview?: "never" | "context_match";
  /** Only a reviewer may change what is reviewed. */
  protectReviewed?: boolean;
  /** Nobody approves a text that they were the last to edit. */
  twoPersonReview?: boolean;
  /** Severity of a check where it differs from the default, for all languages and for one. */
  qaSeverities?: Record<string, CheckSetting>;
  qaSeveritiesByLanguage?: Record<string, Record<string, CheckSetting>>;
};

export const projects = pgTable(
  "projects",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    externalId: text("external_id"),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    sourceLanguage: text("source_language").notNull(),
    workflow: text("workflow").$type<Workflow>().notNull(),
    status: text("status").$type<ProjectStatus>().notNull().default("draft"),
    statusChangedAt: time("status_changed_at").notNull().defaultNow(),
    /** Grows with every change that a reader of the project could see: its ETag. */
    version: bigint("version", { mode: "number" }).notNull().default(1),
    /** Grows with every transaction that changes documents or translations: what an export was made of. */
    contentRevision: bigint("content_revision", { mode: "number" }).notNull().default(0),
    /** A manager declared it completed at this content revision; holds until the content changes. */
    forcedAtRevision: bigint("forced_at_revision", { mode: "number" }),
    dueAt: time("due_at"),
    /** When an event said that the due date had passed; null again when the date moves. */
    overdueToldAt: time("overdue_told_at"),
    /** When its counters were last compared with what they count. */
    countersCheckedAt: time("counters_checked_at").notNull().defaultNow(),
    startedAt: time("started_at"),
    completedAt: time("completed_at"),
    settings: jsonb("settings").$type<ProjectSettings>().notNull().default({}),
    metadata: jsonb("metadata").$type<Record<string, unknown>>().notNull().default({}),
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
    /** Deleted ones can be restored for 30 days. */
    deletedAt: time("deleted_at"),
  },
  (t) => [
    uniqueIndex("projects_external_id")
      .on(t.accountId, t.externalId)
      .where(sql`${t.externalId} is not null and ${t.deletedAt} is null`),
    index("projects_created").on(t.accountId, t.createdAt, t.id),
    index("projects_updated").on(t.accountId, t.updatedAt, t.id),
    index("projects_name").on(t.accountId, sql`lower(${t.name})`, t.id),
    index("projects_due").on(t.accountId, t.dueAt, t.id),
    index("projects_overdue").on(t.dueAt).where(sql`${t.overdueToldAt} is null and ${t.deletedAt} is null`),
  ],
);

/** A target language of a project. Its status is derived from the counters, in the transaction that changes them. */
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
    translatorId: text("translator_id").references(() => users.id, { onDelete: "set null" }),
    reviewerId: text("reviewer_id").references(() => users.id, { onDelete: "set null" }),
    dueAt: time("due_at"),
    completedAt: time("completed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.language] }),
    index("project_languages_account").on(t.accountId, t.language),
  ],
);
