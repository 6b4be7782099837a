import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Workflow } from "@/lib/vocabulary/projects";
import type { CheckSetting, LanguageStatus, ProjectStatus, Severity } from "@/lib/vocabulary/segments";
import { accounts, users } from "./accounts";
import { time } from "./columns";

/** Project settings. For absent ones, the defaults in `lib/schemas/projects.ts` apply. */
export type ProjectSettings = {
  /** New documents start the project and are pretranslated. */
  autoStart?: boolean;
  /** Approving one occurrence of a text also fills its other, unreviewed occurrences. */
  propagateRepetitions?: boolean;
  /** Whether a context match with a reviewed memory unit counts as reviewed. */
  autoReview?: "never" | "context_match";
  /** Only reviewers may change reviewed text. */
  protectReviewed?: boolean;
  /** People may not approve a text that they edited last. */
  twoPersonReview?: boolean;
  /** Severities of checks that differ from the default, for all languages and for single ones. */
  qaSeverities?: Record<string, CheckSetting>;
  qaSeveritiesByLanguage?: Record<string, Record<string, CheckSetting>>;
  /** The project's custom checks. */
  customChecks?: {
    id: string;
    source?: string | undefined;
    target: string;
    finding: "match" | "no_match";
    caseSensitive: boolean;
    message: string;
    severity: Severity;
    languages?: string[] | undefined;
  }[];
  /** Whether confirmed translations are kept or need work when words of their source change. */
  sourceChanges?: "needs_work" | "keep";
  /** Pattern for the paths of exported files. */
  fileNames?: string;
  /** How file names and headers write each language, by tag. */
  languageCodes?: Record<string, string>;
  /** Whether strings that the source no longer has are removed from imported target files. */
  removedKeys?: "remove" | "keep";
  /** Value of `Last-Translator` in PO files. */
  lastTranslator?: string;
  /** Whether machine translations in PO files are marked as fuzzy. */
  fuzzyDrafts?: boolean;
};

export const projects = pgTable(
  "projects",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    externalId: text("external_id"),
    /**
     * The project to which a branch belongs. A branch is stored as a separate project, so queries of a project never
     * include texts of its branches.
     */
    branchOf: text("branch_of").references((): AnyPgColumn => projects.id, { onDelete: "cascade" }),
    /** Name of the branch; null for a project itself. */
    branch: text("branch"),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    sourceLanguage: text("source_language").notNull(),
    workflow: text("workflow").$type<Workflow>().notNull(),
    status: text("status").$type<ProjectStatus>().notNull().default("draft"),
    statusChangedAt: time("status_changed_at").notNull().defaultNow(),
    /** Incremented with every visible change of the project; its ETag. */
    version: bigint("version", { mode: "number" }).notNull().default(1),
    /** Incremented by every transaction that changes documents or translations; identifies the content of an export. */
    contentRevision: bigint("content_revision", { mode: "number" }).notNull().default(0),
    /** Content revision at which a manager marked it as completed. This is valid until the content changes. */
    forcedAtRevision: bigint("forced_at_revision", { mode: "number" }),
    dueAt: time("due_at"),
    /** When the event that the project is overdue was sent; reset to null when the date changes. */
    overdueToldAt: time("overdue_told_at"),
    /** When its progress counters were last verified. */
    countersCheckedAt: time("counters_checked_at").notNull().defaultNow(),
    startedAt: time("started_at"),
    completedAt: time("completed_at"),
    settings: jsonb("settings").$type<ProjectSettings>().notNull().default({}),
    /** Patterns in RE2 syntax. Matching text is never translated. */
    protect: text("protect").array().notNull().default([]),
    metadata: jsonb("metadata").$type<Record<string, unknown>>().notNull().default({}),
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
    /** Deleted projects can be restored for 30 days. */
    deletedAt: time("deleted_at"),
  },
  (t) => [
    uniqueIndex("projects_external_id")
      .on(t.accountId, t.externalId)
      .where(sql`${t.externalId} is not null and ${t.deletedAt} is null`),
    uniqueIndex("projects_branch")
      .on(t.branchOf, t.branch)
      .where(sql`${t.branchOf} is not null and ${t.deletedAt} is null`),
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
    index("project_languages_due").on(t.dueAt).where(sql`${t.dueAt} is not null and ${t.completedAt} is null`),
  ],
);
