import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { FileStatus } from "@/lib/vocabulary/projects";
import type { Proof } from "@/lib/vocabulary/texts";
import { accounts } from "./accounts";
import { bytea, objectColumns, objectIndex, time } from "./columns";

/** A file sent for translation, and its result. */
export const files = pgTable(
  "files",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    keyId: text("key_id"),
    userId: text("user_id"),
    jobId: text("job_id").notNull(),
    status: text("status").$type<FileStatus>().notNull().default("queued"),
    fileName: text("file_name").notNull(),
    outputName: text("output_name").notNull(),
    format: text("format").notNull(),
    mediaType: text("media_type").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** Source language; null until detected. */
    source: text("source"),
    target: text("target").notNull(),
    detectedSource: jsonb("detected_source").$type<{ language: string; confidence: number }>(),
    options: jsonb("options").$type<Record<string, unknown>>().notNull().default({}),
    segmentsDone: integer("segments_done").notNull().default(0),
    segmentsTotal: integer("segments_total"),
    characters: integer("characters").notNull().default(0),
    /** Null until the translation is completed. */
    units: jsonb("units").$type<{ translated: number; kept: number; left: number; foreign?: number }>(),
    /** What the proof compared between the finished file and its source, and the differences; null until then. */
    proof: jsonb("proof").$type<Proof>(),
    /** Template languages that were recognised in the source. */
    templateLanguages: text("template_languages").array().notNull().default([]),
    engine: text("engine"),
    route: text("route").array(),
    warnings: jsonb("warnings")
      .$type<
        { code: string; message: string; count?: number; pair?: string; downloadBytes?: number; units?: string[] }[]
      >()
      .notNull()
      .default([]),
    error: jsonb("error").$type<{ code: string; message: string; details: Record<string, unknown> }>(),
    createdAt: time("created_at").notNull().defaultNow(),
    completedAt: time("completed_at"),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    index("files_account").on(t.accountId, t.id),
    index("files_expiry").on(t.expiresAt),
    index("files_job").on(t.jobId),
  ],
);

/** Bytes of a file in chunks of at most 1 MiB, so that any process on any host can read them. */
export const fileChunks = pgTable(
  "file_chunks",
  {
    fileId: text("file_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    kind: text("kind").$type<"source" | "output">().notNull(),
    number: integer("number").notNull(),
    bytes: bytea("bytes").notNull(),
    ...objectColumns,
  },
  (t) => [primaryKey({ columns: [t.fileId, t.kind, t.number] }), objectIndex("file_chunks", t)],
);

/** Objects whose row was deleted, added by a trigger. They are deleted after downloads that read them have ended. */
export const objectDeletions = pgTable("object_deletions", {
  key: text("key").primaryKey(),
  at: time("at").notNull().defaultNow(),
});
