CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
CREATE TABLE "document_chunks" (
	"document_id" text NOT NULL,
	"version" integer NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "document_chunks_document_id_version_number_pk" PRIMARY KEY("document_id","version","number")
);
--> statement-breakpoint
CREATE TABLE "document_versions" (
	"document_id" text NOT NULL,
	"account_id" text NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"error" jsonb,
	"bytes" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"on_change" text DEFAULT 'needs_work' NOT NULL,
	"segment_count" integer,
	"word_count" integer,
	"added" integer,
	"changed" integer,
	"removed" integer,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"job_id" text,
	"created_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_versions_document_id_number_pk" PRIMARY KEY("document_id","number")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"path" text NOT NULL,
	"format" text NOT NULL,
	"format_options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"current_version" integer DEFAULT 0 NOT NULL,
	"created_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"document_id" text NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"source" text NOT NULL,
	"codes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"source_hash" text NOT NULL,
	"context_hash" text NOT NULL,
	"previous_source" text,
	"word_count" integer NOT NULL,
	"char_count" integer NOT NULL,
	"max_length" integer,
	"note" text,
	"excluded" boolean DEFAULT false NOT NULL,
	"removed_in" integer
);
--> statement-breakpoint
CREATE TABLE "events" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text,
	"type" text NOT NULL,
	"actor" jsonb NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"event_id" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (6) with time zone,
	"response_status" integer,
	"failure" text,
	"duration_ms" integer,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"event_types" text[] DEFAULT '{}' NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_secret_expires_at" timestamp (6) with time zone,
	"status" text DEFAULT 'enabled' NOT NULL,
	"disabled_reason" text,
	"first_failed_at" timestamp (6) with time zone,
	"warned_at" timestamp (6) with time zone,
	"created_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "export_chunks" (
	"export_id" text NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "export_chunks_export_id_number_pk" PRIMARY KEY("export_id","number")
);
--> statement-breakpoint
CREATE TABLE "project_exports" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"job_id" text,
	"params" jsonb NOT NULL,
	"params_hash" text NOT NULL,
	"content_revision" bigint NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"file_name" text,
	"media_type" text,
	"bytes" bigint,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" jsonb,
	"created_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "glossaries" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"source_language" text NOT NULL,
	"terms" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "glossary_targets" (
	"term_id" text NOT NULL,
	"account_id" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"usage" text DEFAULT 'preferred' NOT NULL,
	CONSTRAINT "glossary_targets_term_id_language_text_pk" PRIMARY KEY("term_id","language","text")
);
--> statement-breakpoint
CREATE TABLE "glossary_terms" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"glossary_id" text NOT NULL,
	"source" text NOT NULL,
	"definition" text DEFAULT '' NOT NULL,
	"part_of_speech" text,
	"case_sensitive" boolean DEFAULT false NOT NULL,
	"do_not_translate" boolean DEFAULT false NOT NULL,
	"first_word" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_glossaries" (
	"project_id" text NOT NULL,
	"glossary_id" text NOT NULL,
	"account_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "project_glossaries_project_id_glossary_id_pk" PRIMARY KEY("project_id","glossary_id")
);
--> statement-breakpoint
CREATE TABLE "job_errors" (
	"job_id" text NOT NULL,
	"account_id" text NOT NULL,
	"number" integer NOT NULL,
	"segment_id" text,
	"language" text,
	"code" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "job_errors_job_id_number_pk" PRIMARY KEY("job_id","number")
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"source_language" text NOT NULL,
	"write_policy" text DEFAULT 'reviewed' NOT NULL,
	"penalty" smallint DEFAULT 0 NOT NULL,
	"units" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_units" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"target_language" text NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"source_hash" text NOT NULL,
	"context_hash" text DEFAULT '' NOT NULL,
	"tuid" text,
	"project_id" text,
	"segment_id" text,
	"reviewed" boolean DEFAULT true NOT NULL,
	"imported" boolean DEFAULT false NOT NULL,
	"created_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_memories" (
	"project_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"account_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"can_write" boolean DEFAULT false NOT NULL,
	CONSTRAINT "project_memories_project_id_memory_id_pk" PRIMARY KEY("project_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"segment_id" text NOT NULL,
	"language" text,
	"parent_id" text,
	"kind" text DEFAULT 'comment' NOT NULL,
	"issue_type" text,
	"body" text NOT NULL,
	"author_type" text NOT NULL,
	"author_id" text,
	"resolved_at" timestamp (6) with time zone,
	"resolved_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "progress_counters" (
	"document_id" text NOT NULL,
	"language" text NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"s_untranslated" integer DEFAULT 0 NOT NULL,
	"s_draft" integer DEFAULT 0 NOT NULL,
	"s_needs_work" integer DEFAULT 0 NOT NULL,
	"s_translated" integer DEFAULT 0 NOT NULL,
	"s_reviewed" integer DEFAULT 0 NOT NULL,
	"s_excluded" integer DEFAULT 0 NOT NULL,
	"w_untranslated" integer DEFAULT 0 NOT NULL,
	"w_draft" integer DEFAULT 0 NOT NULL,
	"w_needs_work" integer DEFAULT 0 NOT NULL,
	"w_translated" integer DEFAULT 0 NOT NULL,
	"w_reviewed" integer DEFAULT 0 NOT NULL,
	"w_excluded" integer DEFAULT 0 NOT NULL,
	"w_machine" integer DEFAULT 0 NOT NULL,
	"s_outdated" integer DEFAULT 0 NOT NULL,
	"s_qa_error" integer DEFAULT 0 NOT NULL,
	"s_qa_warning" integer DEFAULT 0 NOT NULL,
	"s_open_comment" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "progress_counters_document_id_language_pk" PRIMARY KEY("document_id","language")
);
--> statement-breakpoint
CREATE TABLE "qa_issues" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"segment_id" text NOT NULL,
	"language" text NOT NULL,
	"check_id" text NOT NULL,
	"severity" text NOT NULL,
	"start_at" integer,
	"end_at" integer,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"replacement" text,
	"fingerprint" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"ignored_by" text,
	"ignore_reason" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_revisions" (
	"segment_id" text NOT NULL,
	"language" text NOT NULL,
	"account_id" text NOT NULL,
	"revision" integer NOT NULL,
	"text" text,
	"state" text NOT NULL,
	"origin" text,
	"origin_detail" jsonb,
	"edited" boolean DEFAULT false NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"edit_ms" integer,
	"batch_id" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "translation_revisions_segment_id_language_revision_pk" PRIMARY KEY("segment_id","language","revision")
);
--> statement-breakpoint
CREATE TABLE "translations" (
	"segment_id" text NOT NULL,
	"language" text NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"document_id" text NOT NULL,
	"text" text,
	"state" text DEFAULT 'untranslated' NOT NULL,
	"origin" text,
	"origin_detail" jsonb,
	"edited" boolean DEFAULT false NOT NULL,
	"quality_score" smallint,
	"outdated" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"approved_revision" integer,
	"qa_errors" smallint DEFAULT 0 NOT NULL,
	"qa_warnings" smallint DEFAULT 0 NOT NULL,
	"qa_stale" boolean DEFAULT false NOT NULL,
	"open_comments" smallint DEFAULT 0 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"reviewed_by" text,
	"reviewed_at" timestamp (6) with time zone,
	CONSTRAINT "translations_segment_id_language_pk" PRIMARY KEY("segment_id","language")
);
--> statement-breakpoint
DROP INDEX "projects_external_id";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "progress_failed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "project_id" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "result" jsonb;--> statement-breakpoint
ALTER TABLE "project_languages" ADD COLUMN "translator_id" text;--> statement-breakpoint
ALTER TABLE "project_languages" ADD COLUMN "reviewer_id" text;--> statement-breakpoint
ALTER TABLE "project_languages" ADD COLUMN "due_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "project_languages" ADD COLUMN "completed_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "content_revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "forced_at_revision" bigint;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "started_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "completed_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "deleted_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "document_chunks" ADD CONSTRAINT "document_chunks_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_chunks" ADD CONSTRAINT "export_chunks_export_id_project_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."project_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_exports" ADD CONSTRAINT "project_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_exports" ADD CONSTRAINT "project_exports_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossaries" ADD CONSTRAINT "glossaries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossary_targets" ADD CONSTRAINT "glossary_targets_term_id_glossary_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."glossary_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossary_targets" ADD CONSTRAINT "glossary_targets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossary_terms" ADD CONSTRAINT "glossary_terms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossary_terms" ADD CONSTRAINT "glossary_terms_glossary_id_glossaries_id_fk" FOREIGN KEY ("glossary_id") REFERENCES "public"."glossaries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_glossaries" ADD CONSTRAINT "project_glossaries_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_glossaries" ADD CONSTRAINT "project_glossaries_glossary_id_glossaries_id_fk" FOREIGN KEY ("glossary_id") REFERENCES "public"."glossaries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_glossaries" ADD CONSTRAINT "project_glossaries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_errors" ADD CONSTRAINT "job_errors_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_errors" ADD CONSTRAINT "job_errors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_units" ADD CONSTRAINT "memory_units_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_units" ADD CONSTRAINT "memory_units_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_memories" ADD CONSTRAINT "project_memories_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_memories" ADD CONSTRAINT "project_memories_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_memories" ADD CONSTRAINT "project_memories_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_segment_id_segments_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."segments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress_counters" ADD CONSTRAINT "progress_counters_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress_counters" ADD CONSTRAINT "progress_counters_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qa_issues" ADD CONSTRAINT "qa_issues_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qa_issues" ADD CONSTRAINT "qa_issues_translation" FOREIGN KEY ("segment_id","language") REFERENCES "public"."translations"("segment_id","language") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_revisions" ADD CONSTRAINT "translation_revisions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_revisions" ADD CONSTRAINT "translation_revisions_translation" FOREIGN KEY ("segment_id","language") REFERENCES "public"."translations"("segment_id","language") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translations" ADD CONSTRAINT "translations_segment_id_segments_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."segments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translations" ADD CONSTRAINT "translations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_path" ON "documents" USING btree ("project_id","path") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_account" ON "documents" USING btree ("account_id","project_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "segments_key" ON "segments" USING btree ("document_id","key");--> statement-breakpoint
CREATE INDEX "segments_order" ON "segments" USING btree ("document_id","position") WHERE "segments"."removed_in" is null;--> statement-breakpoint
CREATE INDEX "segments_repetitions" ON "segments" USING btree ("project_id","source_hash") WHERE "segments"."removed_in" is null;--> statement-breakpoint
CREATE INDEX "events_account" ON "events" USING btree ("account_id","sequence");--> statement-breakpoint
CREATE INDEX "events_project" ON "events" USING btree ("project_id","sequence") WHERE "events"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "events_age" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("webhook_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE "webhook_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list" ON "webhook_deliveries" USING btree ("account_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhooks_account" ON "webhooks" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_exports_reuse" ON "project_exports" USING btree ("project_id","params_hash","content_revision") WHERE "project_exports"."status" in ('queued', 'running', 'succeeded');--> statement-breakpoint
CREATE INDEX "project_exports_project" ON "project_exports" USING btree ("account_id","project_id","id");--> statement-breakpoint
CREATE INDEX "project_exports_expiry" ON "project_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "glossaries_account" ON "glossaries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "glossary_terms_first_word" ON "glossary_terms" USING btree ("glossary_id","first_word");--> statement-breakpoint
CREATE INDEX "glossary_terms_list" ON "glossary_terms" USING btree ("account_id","glossary_id","id");--> statement-breakpoint
CREATE INDEX "memories_account" ON "memories" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "memory_units_text" ON "memory_units" USING btree ("memory_id","target_language","source_hash","context_hash");--> statement-breakpoint
CREATE INDEX "memory_units_segment" ON "memory_units" USING btree ("segment_id","target_language");--> statement-breakpoint
CREATE INDEX "memory_units_list" ON "memory_units" USING btree ("account_id","memory_id","id");--> statement-breakpoint
CREATE INDEX "comments_segment" ON "comments" USING btree ("segment_id","id");--> statement-breakpoint
CREATE INDEX "comments_project" ON "comments" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "progress_counters_project" ON "progress_counters" USING btree ("project_id","language");--> statement-breakpoint
CREATE UNIQUE INDEX "qa_issues_fingerprint" ON "qa_issues" USING btree ("segment_id","language","fingerprint");--> statement-breakpoint
CREATE INDEX "qa_issues_project" ON "qa_issues" USING btree ("project_id","language","id");--> statement-breakpoint
CREATE INDEX "translation_revisions_batch" ON "translation_revisions" USING btree ("batch_id") WHERE "translation_revisions"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "translations_queue" ON "translations" USING btree ("project_id","language","state","document_id");--> statement-breakpoint
CREATE INDEX "translations_updated" ON "translations" USING btree ("project_id","updated_at","segment_id");--> statement-breakpoint
CREATE INDEX "translations_qa" ON "translations" USING btree ("project_id","language") WHERE "translations"."qa_errors" > 0;--> statement-breakpoint
CREATE INDEX "translations_document" ON "translations" USING btree ("document_id","language");--> statement-breakpoint
ALTER TABLE "project_languages" ADD CONSTRAINT "project_languages_translator_id_users_id_fk" FOREIGN KEY ("translator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_languages" ADD CONSTRAINT "project_languages_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_project" ON "jobs" USING btree ("project_id","id") WHERE "jobs"."project_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_external_id" ON "projects" USING btree ("account_id","external_id") WHERE "projects"."external_id" is not null and "projects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "memory_units_fuzzy" ON "memory_units" USING gist ("memory_id", "target_language", left("source", 255) gist_trgm_ops (siglen = 64));
