import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { DocumentStatus } from "@/lib/vocabulary/projects";
import type { InlineCodeKind, PluralRule } from "@/lib/vocabulary/segments";
import type { ImageType } from "@/lib/vocabulary/texts";
import { bytea, objectColumns, objectIndex, time } from "./columns";
import { projects } from "./projects";

/** Encoded texts of a plural message by form; see lib/text/plurals/plural-forms.ts. */
export type StoredForms = Readonly<Record<string, string>>;

/** Same as `InlineCode` in lib/text/segment.ts. */
type StoredCode = {
  id: number;
  kind: InlineCodeKind;
  equiv?: string;
  deletable?: boolean;
};

/** Id of the workspace. No foreign key, which would need an index per table: rows are deleted with their parent. */
const accountId = () => text("account_id").notNull();
const projectId = () =>
  text("project_id")
    .notNull()
    .references(() => projects.id, { onDelete: "cascade" });

/** A document of a project. Its versions contain the bytes; segments continue from version to version by their key. */
export const documents = pgTable(
  "documents",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    projectId: projectId(),
    /** Path of the file, such as `docs/guide/intro.md`; unique in the project. */
    path: text("path").notNull(),
    /** Id of a format, or `segments` for content sent as segments. */
    format: text("format").notNull(),
    /** Options that were used to read the current version. */
    formatOptions: jsonb("format_options").$type<Record<string, unknown>>().notNull().default({}),
    /** The `Plural-Forms` header of each language's imported gettext file. */
    pluralHeaders: jsonb("plural_headers").$type<Record<string, string>>().notNull().default({}),
    /** Number of the last readable version; 0 if there is none yet. */
    currentVersion: integer("current_version").notNull().default(0),
    /** In a branch: the document it was copied from, and its version. Null for documents created in the branch. */
    baseId: text("base_id"),
    baseVersion: integer("base_version"),
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
    deletedAt: time("deleted_at"),
  },
  (t) => [
    uniqueIndex("documents_path").on(t.projectId, t.path).where(sql`${t.deletedAt} is null`),
    index("documents_account").on(t.accountId, t.projectId, t.id),
    index("documents_project").on(t.projectId),
  ],
);

export const documentVersions = pgTable(
  "document_versions",
  {
    documentId: text("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    accountId: accountId(),
    number: integer("number").notNull(),
    status: text("status").$type<DocumentStatus>().notNull().default("queued"),
    error: jsonb("error").$type<{ code: string; message: string; reason?: string }>(),
    bytes: integer("bytes").notNull(),
    sha256: bytea("sha256").notNull(),
    /** Options for reading the version. Null in rows of an older release: the document's options apply. */
    formatOptions: jsonb("format_options").$type<Record<string, unknown>>(),
    /** Whether confirmed translations are kept or need work when their source changes. */
    onChange: text("on_change").$type<"needs_work" | "keep">().notNull().default("needs_work"),
    segmentCount: integer("segment_count"),
    wordCount: integer("word_count"),
    /** Numbers of changes compared with the previous version. */
    added: integer("added"),
    changed: integer("changed"),
    removed: integer("removed"),
    warnings: jsonb("warnings").$type<{ code: string; message: string }[]>().notNull().default([]),
    jobId: text("job_id"),
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.number] }),
    index("document_versions_unread").on(t.jobId).where(sql`${t.status} in ('queued', 'parsing')`),
  ],
);

/** Bytes of a version, in pieces of at most 1 MiB. */
export const documentChunks = pgTable(
  "document_chunks",
  {
    documentId: text("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    number: integer("number").notNull(),
    bytes: bytea("bytes").notNull(),
    ...objectColumns,
  },
  (t) => [primaryKey({ columns: [t.documentId, t.version, t.number] }), objectIndex("document_chunks", t)],
);

/** The last imported translated file of a document and language, in chunks of at most 1 MiB. The base of exports. */
export const targetFileChunks = pgTable(
  "target_file_chunks",
  {
    documentId: text("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    language: text("language").notNull(),
    number: integer("number").notNull(),
    bytes: bytea("bytes").notNull(),
    ...objectColumns,
  },
  (t) => [primaryKey({ columns: [t.documentId, t.language, t.number] }), objectIndex("target_file_chunks", t)],
);

export const segments = pgTable(
  "segments",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    projectId: text("project_id").notNull(),
    documentId: text("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    /** Equal across versions: the format's own key, else a hash of the text and the number of equal texts before it. */
    key: text("key").notNull(),
    /** Position in the document's current version, from 0. */
    position: integer("position").notNull(),
    /** Encoded text, see lib/text/segment.ts. */
    source: text("source").notNull(),
    codes: jsonb("codes").$type<StoredCode[]>().notNull().default([]),
    /** For a plural message: all forms of its source, of which `source` is the main one. Null for other segments. */
    sourceForms: jsonb("source_forms").$type<StoredForms>(),
    pluralRule: text("plural_rule").$type<PluralRule>(),
    /** SHA-256 of the encoded source: equal for repetitions. */
    sourceHash: text("source_hash").notNull(),
    /** SHA-256 of the neighbouring sources or, if the format has keys, of the segment's key. */
    contextHash: text("context_hash").notNull(),
    /** The source as it was before the last version that changed it. */
    previousSource: text("previous_source"),
    wordCount: integer("word_count").notNull(),
    /** Number of Unicode code points. */
    charCount: integer("char_count").notNull(),
    /** Maximum length of the translation in code points. */
    maxLength: integer("max_length"),
    note: text("note"),
    /** Labels from the file and from managers. Managers' descriptions and limits are kept across versions, too. */
    labels: text("labels").array().notNull().default(sql`'{}'`),
    /** Labels in the file's current version, of which managers may have removed some. */
    fileLabels: text("file_labels").array().notNull().default(sql`'{}'`),
    description: text("description"),
    ownMaxLength: integer("own_max_length"),
    /** The file's maximum length, kept while a manager's limit overrides it. */
    fileMaxLength: integer("file_max_length"),
    /** Check flags from the file (lib/text/flags). Flags set by a manager replace them. */
    fileFlags: text("file_flags").array().notNull().default(sql`'{}'`),
    ownFlags: text("own_flags").array(),
    /** True if excluded from translation. Excluded segments are counted separately. */
    excluded: boolean("excluded").notNull().default(false),
    /** True for a number, a pattern or an address, which is excluded automatically and copied to each language. */
    nonLinguistic: boolean("non_linguistic").notNull().default(false),
    /** The bulk action that last changed `excluded`. Undoing the action resets it. */
    excludedJobId: text("excluded_job_id"),
    /** In a branch: the segment from which it was copied. */
    baseId: text("base_id"),
    /** The version in which the segment no longer exists. */
    removedIn: integer("removed_in"),
  },
  (t) => [
    uniqueIndex("segments_key").on(t.documentId, t.key),
    index("segments_order").on(t.documentId, t.position).where(sql`${t.removedIn} is null`),
    // For pages of a project's segments: without it, the planner may first read the segments of all documents.
    index("segments_page").on(t.projectId, t.documentId, t.position, t.id).where(sql`${t.removedIn} is null`),
    index("segments_repetitions").on(t.projectId, t.sourceHash).where(sql`${t.removedIn} is null`),
    index("segments_labels").using("gin", t.labels).where(sql`${t.labels} <> '{}'`),
    index("segments_excluded_job").on(t.excludedJobId, t.id).where(sql`${t.excludedJobId} is not null`),
  ],
);

/** A picture of the place where texts are shown, for translators. */
export const screenshots = pgTable(
  "screenshots",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    projectId: projectId(),
    name: text("name").notNull(),
    mediaType: text("media_type").$type<ImageType>().notNull(),
    /** In pixels. */
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** Number of bytes of the content. */
    bytes: integer("bytes").notNull(),
    content: bytea("content").notNull(),
    ...objectColumns,
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [index("screenshots_project").on(t.projectId, t.id), objectIndex("screenshots", t)],
);

/** Links screenshots to the segments they show. */
export const segmentScreenshots = pgTable(
  "segment_screenshots",
  {
    segmentId: text("segment_id")
      .notNull()
      .references(() => segments.id, { onDelete: "cascade" }),
    screenshotId: text("screenshot_id")
      .notNull()
      .references(() => screenshots.id, { onDelete: "cascade" }),
    accountId: accountId(),
  },
  (t) => [
    primaryKey({ columns: [t.segmentId, t.screenshotId] }),
    index("segment_screenshots_screenshot").on(t.screenshotId),
  ],
);
