import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ImportOutcome, JobState } from "@/lib/vocabulary/projects";
import { accounts } from "./accounts";
import { time } from "./columns";

/** Background work. A job is queued in the transaction that requires it; see lib/work/jobs. */
export const jobs = pgTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    state: text("state").$type<JobState>().notNull().default("queued"),
    /** Jobs with higher priority run first. */
    priority: integer("priority").notNull().default(0),
    runAt: time("run_at").notNull().defaultNow(),
    attempts: integer("attempts").notNull().default(0),
    maxAttempts: integer("max_attempts").notNull().default(3),
    /** Approximate amount of work; see lib/work/jobs/fairness.ts. */
    cost: integer("cost").notNull().default(0),
    /** How often a runner of this job has died since the job's last progress. */
    interruptions: integer("interruptions").notNull().default(0),
    /**
     * The process that runs the job. It renews the lease while it lives; after `leaseUntil`, another process may claim
     * the job.
     */
    worker: text("worker"),
    leaseUntil: time("lease_until"),
    progressDone: integer("progress_done").notNull().default(0),
    progressTotal: integer("progress_total").notNull().default(0),
    /** Number of items that failed; see `jobErrors`. */
    progressFailed: integer("progress_failed").notNull().default(0),
    /** The last completed step, after which the next attempt continues. Older servers need the column's old name. */
    checkpoint: text("place"),
    /** The project that the job works for. */
    projectId: text("project_id"),
    createdBy: text("created_by"),
    /** W3C `traceparent` of the request or job that queued it, if tracing is on. */
    traceparent: text("traceparent"),
    /** The job's result; its fields depend on the type. */
    result: jsonb("result").$type<Record<string, unknown>>(),
    cancelRequested: boolean("cancel_requested").notNull().default(false),
    /** `{code, message}` of the last error. */
    error: jsonb("error").$type<{ code: string; message: string; reason?: string }>(),
    createdAt: time("created_at").notNull().defaultNow(),
    startedAt: time("started_at"),
    finishedAt: time("finished_at"),
  },
  (t) => [
    index("jobs_queue").on(t.priority.desc(), t.runAt, t.id).where(sql`${t.state} = 'queued'`),
    index("jobs_leases").on(t.leaseUntil).where(sql`${t.state} = 'running'`),
    index("jobs_alone").on(t.runAt).where(sql`${t.state} = 'queued' and ${t.interruptions} >= 3`),
    // Counts queued and running jobs without reading finished ones, which are the vast majority.
    index("jobs_active").on(t.state).where(sql`${t.state} in ('queued', 'running')`),
    index("jobs_finished").on(t.finishedAt).where(sql`${t.finishedAt} is not null`),
    index("jobs_failed").on(t.id).where(sql`${t.state} = 'failed'`),
    index("jobs_account").on(t.accountId, t.id),
    index("jobs_type").on(t.type, t.id),
    index("jobs_project").on(t.projectId, t.id).where(sql`${t.projectId} is not null`),
  ],
);

/** Items of a job that failed while the others continued. */
export const jobErrors = pgTable(
  "job_errors",
  {
    jobId: text("job_id")
      .notNull()
      .references(() => jobs.id, { onDelete: "cascade" }),
    accountId: text("account_id").notNull(),
    number: integer("number").notNull(),
    segmentId: text("segment_id"),
    language: text("language"),
    code: text("code").notNull(),
    message: text("message").notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.number] })],
);

/** What an import did with each text of its file. */
export const jobValues = pgTable(
  "job_values",
  {
    jobId: text("job_id")
      .notNull()
      .references(() => jobs.id, { onDelete: "cascade" }),
    accountId: text("account_id").notNull(),
    /** Position in the file. */
    number: integer("number").notNull(),
    key: text("key").notNull(),
    outcome: text("outcome").$type<ImportOutcome>().notNull(),
    reason: text("reason").notNull(),
    line: integer("line"),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.number] })],
);
