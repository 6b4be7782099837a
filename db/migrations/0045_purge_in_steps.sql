ALTER TABLE "document_versions" DROP CONSTRAINT "document_versions_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "screenshots" DROP CONSTRAINT "screenshots_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "segment_screenshots" DROP CONSTRAINT "segment_screenshots_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "segments" DROP CONSTRAINT "segments_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "segments" DROP CONSTRAINT "segments_project_id_projects_id_fk";
--> statement-breakpoint
ALTER TABLE "glossary_targets" DROP CONSTRAINT "glossary_targets_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "glossary_terms" DROP CONSTRAINT "glossary_terms_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "project_glossaries" DROP CONSTRAINT "project_glossaries_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "job_errors" DROP CONSTRAINT "job_errors_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "live_changes" DROP CONSTRAINT "live_changes_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "memory_import_batches" DROP CONSTRAINT "memory_import_batches_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "project_memories" DROP CONSTRAINT "project_memories_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "progress_counters" DROP CONSTRAINT "progress_counters_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "qa_issues" DROP CONSTRAINT "qa_issues_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "segment_suggestions" DROP CONSTRAINT "segment_suggestions_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "translation_revisions" DROP CONSTRAINT "translation_revisions_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "translations" DROP CONSTRAINT "translations_account_id_accounts_id_fk";
--> statement-breakpoint
DROP INDEX "screenshots_project";--> statement-breakpoint
DROP INDEX "glossary_terms_list";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "deleted_at" timestamp (6) with time zone;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "documents_project" ON "documents" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "notifications_project" ON "notifications" USING btree ("project_id") WHERE "notifications"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_project" ON "screenshots" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "glossary_terms_list" ON "glossary_terms" USING btree ("glossary_id","id");