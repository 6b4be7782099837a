import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { time } from "./columns";
import type { StoredForms } from "./documents";
import { jobs } from "./jobs";
import { projects } from "./projects";

const accountId = () =>
  text("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" });

/** Same as `UnitCode` in lib/formats/language-resources/tmx-codes.ts. */
type StoredUnitCode = { readonly id: number; readonly open: string; readonly close?: string; readonly type?: string };

/** Data of a unit as the imported file had it. Times are RFC 3339; null if missing. */
export type ImportedUnit = {
  number: number;
  tuid: string | null;
  language: string;
  source: string;
  target: string;
  codes?: StoredUnitCode[];
  contextHash: string;
  reviewed: boolean;
  createdAt: string | null;
  changedAt: string | null;
};

/** A translation memory: sources with their confirmed translations. */
export const memories = pgTable(
  "memories",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    name: text("name").notNull(),
    sourceLanguage: text("source_language").notNull(),
    /** Which texts are written to the memory: only reviewed ones, or confirmed ones as well. */
    writePolicy: text("write_policy").$type<"reviewed" | "confirmed">().notNull().default("reviewed"),
    /** Percentage subtracted from matches of this memory, 0–100. */
    penalty: smallint("penalty").notNull().default(0),
    units: integer("units").notNull().default(0),
    /** True if new projects with its source language read and write it. */
    isDefault: boolean("is_default").notNull().default(false),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
    /** When the memory was deleted. Since then it is hidden, and its units are being deleted. */
    deletedAt: time("deleted_at"),
  },
  (t) => [
    index("memories_account").on(t.accountId, t.id),
    uniqueIndex("memories_default").on(t.accountId, t.sourceLanguage).where(sql`${t.isDefault}`),
  ],
);

export const memoryUnits = pgTable(
  "memory_units",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    memoryId: text("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    targetLanguage: text("target_language").notNull(),
    /** Encoded texts of at most 10,000 characters each; see lib/text/segment.ts. */
    source: text("source").notNull(),
    target: text("target").notNull(),
    /** For a plural message: all forms of both texts, of which `source` and `target` are the main ones. */
    sourceForms: jsonb("source_forms").$type<StoredForms>(),
    targetForms: jsonb("target_forms").$type<StoredForms>(),
    /** Inline codes of source and target as the imported file spelled them, for exports; null if unknown. */
    codes: jsonb("codes").$type<StoredUnitCode[]>(),
    /** Computed like the hash of a segment. */
    sourceHash: text("source_hash").notNull(),
    contextHash: text("context_hash").notNull().default(""),
    /** Keys for the fuzzy search, see lib/translation/memory/word-keys.ts. Null if an older release wrote the unit. */
    wordKeys: integer("word_keys").array(),
    /** Id of the unit in the imported file. */
    tuid: text("tuid"),
    projectId: text("project_id"),
    segmentId: text("segment_id"),
    reviewed: boolean("reviewed").notNull().default(true),
    /** True for imported units, which stay when the project's text changes. */
    imported: boolean("imported").notNull().default(false),
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("memory_units_text").on(t.memoryId, t.targetLanguage, t.sourceHash, t.contextHash),
    index("memory_units_segment").on(t.segmentId, t.targetLanguage),
    index("memory_units_list").on(t.accountId, t.memoryId, t.id),
    // Without fast update, because every search would scan the keys in its pending list.
    index("memory_units_words").using("gin", t.wordKeys).with({ fastupdate: false }),
    index("memory_units_without_words").on(t.id).where(sql`${t.wordKeys} is null`),
  ],
);

/** Units parsed from an imported file, stored until the import job has written them to the memory. */
export const memoryImportBatches = pgTable(
  "memory_import_batches",
  {
    jobId: text("job_id")
      .notNull()
      .references(() => jobs.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    accountId: text("account_id").notNull(),
    memoryId: text("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    units: jsonb("units").$type<ImportedUnit[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.number] })],
);

/** The memories that a project reads, in order, and the memory to which it writes. */
export const projectMemories = pgTable(
  "project_memories",
  {
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    memoryId: text("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    accountId: text("account_id").notNull(),
    position: integer("position").notNull().default(0),
    canWrite: boolean("can_write").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.memoryId] })],
);
