import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { InlineCodeKind } from "@/lib/vocabulary/inline-codes";
import type { PluralRule } from "@/lib/vocabulary/plural-rules";
import type { DocumentStatus } from "@/lib/vocabulary/statuses";
import { accounts } from "./accounts";
import { bytea, time } from "./columns";
import { projects } from "./projects";

/** Encoded texts of a plural message by form, see lib/text/plurals/plural-forms.ts. */
export type StoredForms = Readonly<Record<string, string>>;

/** `InlineCode` of lib/text/segment.ts. */
type StoredCode = {
  id: number;
  kind: InlineCodeKind;
  equiv?: string;
  deletable?: boolean;
};

const accountId = () =>
  text("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" });
const projectId = () =>
  text("project_id")
    .notNull()
    .references(() => projects.id, { onDelete: "cascade" });

/** A document of a project. Its bytes stand in versions; its segments carry over from one version to the next by key. */
export const documents = pgTable(
  "documents",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    projectId: projectId(),
    /** File name with its folder, `docs/guide/intro.md`: unique in the project. */
    path: text("path").notNull(),
    /** Id of a format, or `segments` for text that was sent as segments. */
    format: text("format").notNull(),
    /** How the version that is worked on was read. */
    formatOptions: jsonb("format_options").$type<Record<string, unknown>>().notNull().default({}),
    /** Number of the last version that could be read; 0 while there is none. */
    currentVersion: integer("current_version").notNull().default(0),
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
    deletedAt: time("deleted_at"),
  },
  (t) => [
    uniqueIndex("documents_path").on(t.projectId, t.path).where(sql`${t.deletedAt} is null`),
    index("documents_account").on(t.accountId, t.projectId, t.id),
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
    error: jsonb("error").$type<{ code: string; message: string }>(),
    bytes: integer("bytes").notNull(),
    sha256: bytea("sha256").notNull(),
    /** How it is read. Null: as its document, in rows of an older release. */
    formatOptions: jsonb("format_options").$type<Record<string, unknown>>(),
    /** What becomes of confirmed translations whose source changed. */
    onChange: text("on_change").$type<"needs_work" | "keep">().notNull().default("needs_work"),
    segmentCount: integer("segment_count"),
    wordCount: integer("word_count"),
    /** Against the version before. */
    added: integer("added"),
    changed: integer("changed"),
    removed: integer("removed"),
    warnings: jsonb("warnings").$type<{ code: string; message: string }[]>().notNull().default([]),
    jobId: text("job_id"),
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.documentId, t.number] })],
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
  },
  (t) => [primaryKey({ columns: [t.documentId, t.version, t.number] })],
);

/** The translated file that was brought last for a document in a language, in pieces of at most 1 MiB: exports change it. */
export const targetFileChunks = pgTable(
  "target_file_chunks",
  {
    documentId: text("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    language: text("language").notNull(),
    number: integer("number").notNull(),
    bytes: bytea("bytes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.documentId, t.language, t.number] })],
);

export const segments = pgTable(
  "segments",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    projectId: projectId(),
    documentId: text("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    /** Stable over versions: the format's own key, else a hash of the text and how many alike stand before it. */
    key: text("key").notNull(),
    /** Place in the document's current version, from 0. */
    position: integer("position").notNull(),
    /** Encoded text, see lib/text/segment.ts. */
    source: text("source").notNull(),
    codes: jsonb("codes").$type<StoredCode[]>().notNull().default([]),
    /** Of a plural message: all forms of its source; `source` is the main one. Null for other segments. */
    sourceForms: jsonb("source_forms").$type<StoredForms>(),
    pluralRule: text("plural_rule").$type<PluralRule>(),
    /** SHA-256 over the encoded source: equal for repetitions. */
    sourceHash: text("source_hash").notNull(),
    /** SHA-256 over the sources before and after it, or over its key where the format has keys. */
    contextHash: text("context_hash").notNull(),
    /** The source before the last version changed it. */
    previousSource: text("previous_source"),
    wordCount: integer("word_count").notNull(),
    /** Unicode code points. */
    charCount: integer("char_count").notNull(),
    /** Longest allowed translation, in code points. */
    maxLength: integer("max_length"),
    note: text("note"),
    /** Not to be translated; counted apart. */
    excluded: boolean("excluded").notNull().default(false),
    /** A number, a pattern, an address: excluded by itself, and kept for each language. */
    nonLinguistic: boolean("non_linguistic").notNull().default(false),
    /** The bulk action that said so last: undone with it. */
    excludedJobId: text("excluded_job_id"),
    /** The version that no longer had it. */
    removedIn: integer("removed_in"),
  },
  (t) => [
    uniqueIndex("segments_key").on(t.documentId, t.key),
    index("segments_order").on(t.documentId, t.position).where(sql`${t.removedIn} is null`),
    index("segments_repetitions").on(t.projectId, t.sourceHash).where(sql`${t.removedIn} is null`),
    index("segments_excluded_job").on(t.excludedJobId, t.id).where(sql`${t.excludedJobId} is not null`),
  ],
);
