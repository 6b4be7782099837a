import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { time } from "./columns";
import { jobs } from "./jobs";
import { projects } from "./projects";

const accountId = () =>
  text("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" });

/** As a file gave it. Times as RFC 3339, null where it names none. */
export type ImportedUnit = {
  number: number;
  tuid: string | null;
  language: string;
  source: string;
  target: string;
  contextHash: string;
  reviewed: boolean;
  createdAt: string | null;
  changedAt: string | null;
};

/** A translation memory: pairs of a source and its confirmed translation. */
export const memories = pgTable(
  "memories",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    name: text("name").notNull(),
    sourceLanguage: text("source_language").notNull(),
    /** What feeds it: reviewed text, or confirmed text too. */
    writePolicy: text("write_policy").$type<"reviewed" | "confirmed">().notNull().default("reviewed"),
    /** Percent taken off its matches, 0–100. */
    penalty: smallint("penalty").notNull().default(0),
    units: integer("units").notNull().default(0),
    /** New projects of its source language read and feed it. */
    isDefault: boolean("is_default").notNull().default(false),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
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
    /** Encoded texts of at most 10,000 characters each, see lib/text/segment.ts. */
    source: text("source").notNull(),
    target: text("target").notNull(),
    /** As segments have it. */
    sourceHash: text("source_hash").notNull(),
    contextHash: text("context_hash").notNull().default(""),
    /** What fuzzy matches find it by, see lib/memory/word-keys.ts. Null: written by an older release, and about to be filled. */
    wordKeys: integer("word_keys").array(),
    /** The id that an imported unit had. */
    tuid: text("tuid"),
    projectId: text("project_id"),
    segmentId: text("segment_id"),
    reviewed: boolean("reviewed").notNull().default(true),
    /** It came by import and stays when the project's text changes. */
    imported: boolean("imported").notNull().default(false),
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("memory_units_text").on(t.memoryId, t.targetLanguage, t.sourceHash, t.contextHash),
    index("memory_units_segment").on(t.segmentId, t.targetLanguage),
    index("memory_units_list").on(t.accountId, t.memoryId, t.id),
    // Keys that wait in a list would be read one by one with every search.
    index("memory_units_words").using("gin", t.wordKeys).with({ fastupdate: false }),
    index("memory_units_without_words").on(t.id).where(sql`${t.wordKeys} is null`),
  ],
);

/** Units of a file that was imported, as they were read, until the job of the import has put them into the memory. */
export const memoryImportBatches = pgTable(
  "memory_import_batches",
  {
    jobId: text("job_id")
      .notNull()
      .references(() => jobs.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    accountId: accountId(),
    memoryId: text("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    units: jsonb("units").$type<ImportedUnit[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.number] })],
);

/** The memories that a project looks into, in order, and the one that it feeds. */
export const projectMemories = pgTable(
  "project_memories",
  {
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    memoryId: text("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
    accountId: accountId(),
    position: integer("position").notNull().default(0),
    canWrite: boolean("can_write").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.memoryId] })],
);
