import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ExportStatus } from "@/lib/vocabulary/projects";
import { accounts } from "./accounts";
import { bytea, objectColumns, objectIndex, time } from "./columns";
import { projects } from "./projects";

/** Files generated from a project at one content revision. Equal parameters at the same revision share one export. */
export const projectExports = pgTable(
  "project_exports",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    jobId: text("job_id"),
    params: jsonb("params").$type<Record<string, unknown>>().notNull(),
    paramsHash: text("params_hash").notNull(),
    contentRevision: bigint("content_revision", { mode: "number" }).notNull(),
    status: text("status").$type<ExportStatus>().notNull().default("queued"),
    fileName: text("file_name"),
    mediaType: text("media_type"),
    bytes: bigint("bytes", { mode: "number" }),
    /** The files in the export; see `ExportFile` in lib/schemas. */
    files: jsonb("files").$type<Record<string, unknown>[]>().notNull().default([]),
    warnings: jsonb("warnings").$type<Record<string, unknown>[]>().notNull().default([]),
    error: jsonb("error").$type<{ code: string; message: string }>(),
    createdBy: text("created_by"),
    createdAt: time("created_at").notNull().defaultNow(),
    expiresAt: time("expires_at"),
  },
  (t) => [
    uniqueIndex("project_exports_reuse")
      .on(t.projectId, t.paramsHash, t.contentRevision)
      .where(sql`${t.status} in ('queued', 'running', 'succeeded')`),
    index("project_exports_project").on(t.accountId, t.projectId, t.id),
    index("project_exports_expiry").on(t.expiresAt),
  ],
);

/** Bytes of an export, in chunks of at most 1 MiB. */
export const exportChunks = pgTable(
  "export_chunks",
  {
    exportId: text("export_id")
      .notNull()
      .references(() => projectExports.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    bytes: bytea("bytes").notNull(),
    ...objectColumns,
  },
  (t) => [primaryKey({ columns: [t.exportId, t.number] }), objectIndex("export_chunks", t)],
);
