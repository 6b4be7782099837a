import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { ActorType } from "@/lib/vocabulary/accounts";
import type { IssueType, OriginType, Severity, TranslationState } from "@/lib/vocabulary/segments";
import { time } from "./columns";
import { documents, type StoredForms, segments } from "./documents";
import { projects } from "./projects";

/** Origin of a text: the engine, the memory and its match, or the imported document. */
export type OriginDetail = {
  engine?: string;
  memoryId?: string;
  memoryName?: string;
  /** Match in percent: 101 for an exact match in the same context, 100 for an exact match, less for a fuzzy one. */
  match?: number;
  /** The occurrence from which the text was copied. */
  segmentId?: string;
  jobId?: string;
};

/** Id of the workspace. No foreign key, which would need an index per table: rows are deleted with their parent. */
const accountId = () => text("account_id").notNull();
const segmentId = () =>
  text("segment_id")
    .notNull()
    .references(() => segments.id, { onDelete: "cascade" });

/** The current text of a segment in a language. The row is created with the segment or with the language. */
export const translations = pgTable(
  "translations",
  {
    segmentId: segmentId(),
    language: text("language").notNull(),
    accountId: accountId(),
    projectId: text("project_id").notNull(),
    documentId: text("document_id").notNull(),
    text: text("text"),
    /**
     * For a plural message: its forms except the main one, which is `text`. The main form is not repeated here, because
     * an earlier release that writes `text` would not update it.
     */
    forms: jsonb("forms").$type<StoredForms>(),
    state: text("state").$type<TranslationState>().notNull().default("untranslated"),
    origin: text("origin").$type<OriginType>(),
    originDetail: jsonb("origin_detail").$type<OriginDetail>(),
    /** True if a person has changed the suggested text. */
    edited: boolean("edited").notNull().default(false),
    /** 0–100, if the engine provides one. */
    qualityScore: smallint("quality_score"),
    /** True if the source changed after the text was confirmed. */
    outdated: boolean("outdated").notNull().default(false),
    /** 0 until the first change; incremented with every change of text or state. */
    revision: integer("revision").notNull().default(0),
    /** In a branch: the revision that was copied. Later ones were made in the branch. */
    baseRevision: integer("base_revision"),
    /** The last reviewed revision. Exports use it if the current one is not reviewed. */
    approvedRevision: integer("approved_revision"),
    qaErrors: smallint("qa_errors").notNull().default(0),
    qaWarnings: smallint("qa_warnings").notNull().default(0),
    openComments: smallint("open_comments").notNull().default(0),
    /** User or key; null for the system. */
    updatedBy: text("updated_by"),
    updatedAt: time("updated_at").notNull().defaultNow(),
    reviewedBy: text("reviewed_by"),
    reviewedAt: time("reviewed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.segmentId, t.language] }),
    index("translations_queue").on(t.projectId, t.language, t.state, t.documentId),
    index("translations_updated").on(t.projectId, t.updatedAt, t.segmentId),
    index("translations_qa").on(t.projectId, t.language).where(sql`${t.qaErrors} > 0`),
    index("translations_document").on(t.documentId, t.language),
  ],
);

const translationKey = (name: string, t: { segmentId: AnyPgColumn; language: AnyPgColumn }) =>
  foreignKey({
    name,
    columns: [t.segmentId, t.language],
    foreignColumns: [translations.segmentId, translations.language],
  }).onDelete("cascade");

export const translationRevisions = pgTable(
  "translation_revisions",
  {
    segmentId: text("segment_id").notNull(),
    language: text("language").notNull(),
    accountId: accountId(),
    revision: integer("revision").notNull(),
    text: text("text"),
    forms: jsonb("forms").$type<StoredForms>(),
    state: text("state").$type<TranslationState>().notNull(),
    origin: text("origin").$type<OriginType>(),
    originDetail: jsonb("origin_detail").$type<OriginDetail>(),
    edited: boolean("edited").notNull().default(false),
    /** The value at that revision, which an undo restores. */
    outdated: boolean("outdated").notNull().default(false),
    approvedRevision: integer("approved_revision"),
    actorType: text("actor_type").$type<ActorType>().notNull(),
    actorId: text("actor_id"),
    /** Milliseconds of active editing. */
    editMs: integer("edit_ms"),
    /** The job or bulk action that created it and that can be undone as a whole. */
    batchId: text("batch_id"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.segmentId, t.language, t.revision] }),
    index("translation_revisions_batch").on(t.batchId).where(sql`${t.batchId} is not null`),
    translationKey("translation_revisions_translation", t),
  ],
);

/**
 * Imported translations that were kept as suggestions. The editor shows them among the matches. They belong to one
 * source and are hidden when it changes.
 */
export const segmentSuggestions = pgTable(
  "segment_suggestions",
  {
    segmentId: text("segment_id").notNull(),
    language: text("language").notNull(),
    accountId: accountId(),
    /** Encoded text, and its SHA-256 because texts are too long for an index. */
    text: text("text").notNull(),
    forms: jsonb("forms").$type<StoredForms>(),
    textHash: text("text_hash").notNull(),
    sourceHash: text("source_hash").notNull(),
    /** The job that imported it. */
    jobId: text("job_id").notNull(),
    /** User or key; null for the system. */
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.segmentId, t.language, t.textHash] }),
    index("segment_suggestions_job").on(t.jobId),
    translationKey("segment_suggestions_translation", t),
  ],
);

export const qaIssues = pgTable(
  "qa_issues",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    projectId: text("project_id").notNull(),
    segmentId: text("segment_id").notNull(),
    language: text("language").notNull(),
    checkId: text("check_id").notNull(),
    severity: text("severity").$type<Severity>().notNull(),
    /** UTF-16 offsets in the encoded target. */
    startAt: integer("start_at"),
    endAt: integer("end_at"),
    params: jsonb("params").$type<Record<string, string | number>>().notNull().default({}),
    replacement: text("replacement"),
    /** Identifies the finding across rechecks, so that ignored findings stay ignored. */
    fingerprint: text("fingerprint").notNull(),
    status: text("status").$type<"open" | "ignored">().notNull().default("open"),
    ignoredBy: text("ignored_by"),
    ignoreReason: text("ignore_reason"),
    /** The bulk action that ignored it. Undoing the action reopens it. */
    ignoredJobId: text("ignored_job_id"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("qa_issues_fingerprint").on(t.segmentId, t.language, t.fingerprint),
    index("qa_issues_project").on(t.projectId, t.language, t.id),
    index("qa_issues_ignored_job").on(t.ignoredJobId, t.id).where(sql`${t.ignoredJobId} is not null`),
    translationKey("qa_issues_translation", t),
  ],
);

/** Comments on a segment in a language or, without a language, on its source. An issue stays open until resolved. */
export const comments = pgTable(
  "comments",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    segmentId: segmentId(),
    language: text("language"),
    parentId: text("parent_id"),
    kind: text("kind").$type<"comment" | "issue">().notNull().default("comment"),
    issueType: text("issue_type").$type<IssueType>(),
    body: text("body").notNull(),
    authorType: text("author_type").$type<ActorType>().notNull(),
    authorId: text("author_id"),
    resolvedAt: time("resolved_at"),
    resolvedBy: text("resolved_by"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [index("comments_segment").on(t.segmentId, t.id), index("comments_project").on(t.projectId, t.id)],
);

const count = (name: string) => integer(name).notNull().default(0);

/**
 * Stored progress: one row per document and language. The transaction that changes a translation adds the difference.
 * `s` counts segments, `w` words. A test compares it with a new count.
 */
export const progressCounters = pgTable(
  "progress_counters",
  {
    documentId: text("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    language: text("language").notNull(),
    accountId: accountId(),
    projectId: text("project_id").notNull(),
    sUntranslated: count("s_untranslated"),
    sDraft: count("s_draft"),
    sNeedsWork: count("s_needs_work"),
    sTranslated: count("s_translated"),
    sReviewed: count("s_reviewed"),
    sExcluded: count("s_excluded"),
    wUntranslated: count("w_untranslated"),
    wDraft: count("w_draft"),
    wNeedsWork: count("w_needs_work"),
    wTranslated: count("w_translated"),
    wReviewed: count("w_reviewed"),
    wExcluded: count("w_excluded"),
    /** Number of words with unedited machine translation, in any state. */
    wMachine: count("w_machine"),
    sOutdated: count("s_outdated"),
    sQaError: count("s_qa_error"),
    sQaWarning: count("s_qa_warning"),
    sOpenComment: count("s_open_comment"),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.language] }),
    index("progress_counters_project").on(t.projectId, t.language),
  ],
);
