ALTER TABLE "document_versions" ADD COLUMN "format_options" jsonb;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "excluded_job_id" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "counters_checked_at" timestamp (6) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "qa_issues" ADD COLUMN "ignored_job_id" text;--> statement-breakpoint
ALTER TABLE "translation_revisions" ADD COLUMN "outdated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_revisions" ADD COLUMN "approved_revision" integer;--> statement-breakpoint
CREATE INDEX "segments_excluded_job" ON "segments" USING btree ("excluded_job_id","id") WHERE "segments"."excluded_job_id" is not null;--> statement-breakpoint
CREATE INDEX "qa_issues_ignored_job" ON "qa_issues" USING btree ("ignored_job_id","id") WHERE "qa_issues"."ignored_job_id" is not null;--> statement-breakpoint
ALTER TABLE "segment_suggestions" DROP COLUMN "project_id";--> statement-breakpoint
ALTER TABLE "segment_suggestions" DROP COLUMN "document_id";--> statement-breakpoint
ALTER TABLE "translations" DROP COLUMN "qa_stale";