CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tier" text NOT NULL,
	"limits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"leased" boolean DEFAULT false NOT NULL,
	"local_only" boolean DEFAULT false NOT NULL,
	"bind_keys" boolean DEFAULT false NOT NULL,
	"require_second_factor" boolean DEFAULT false NOT NULL,
	"file_retention_hours" integer,
	"default_source" text,
	"default_targets" text[] DEFAULT '{}' NOT NULL,
	"rates" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"created_by" text,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"start" text NOT NULL,
	"last4" text NOT NULL,
	"scopes" text[] NOT NULL,
	"allowed_addresses" text[],
	"hourly_limit" integer,
	"expires_at" timestamp (6) with time zone,
	"revoked_at" timestamp (6) with time zone,
	"revoked_by" text,
	"replaced_by" text,
	"last_used_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "device_logins" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_code" text NOT NULL,
	"client_name" text NOT NULL,
	"client_address" text NOT NULL,
	"approved" boolean,
	"user_id" text,
	"account_id" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"polled_at" timestamp (6) with time zone,
	"expires_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "device_logins_user_code_unique" UNIQUE("user_code")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"account_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"from_groups" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "one_time_links" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" text,
	"account_id" text,
	"email" text,
	"role" text,
	"mailed" boolean DEFAULT false NOT NULL,
	"created_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"used_at" timestamp (6) with time zone,
	CONSTRAINT "one_time_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "server_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_throttles" (
	"subject" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"window_start" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"blocked_until" timestamp (6) with time zone,
	"blocks" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_hours" (
	"account_id" text NOT NULL,
	"hour" timestamp (6) with time zone NOT NULL,
	"key_id" text DEFAULT '' NOT NULL,
	"endpoint" text NOT NULL,
	"engine" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"target" text DEFAULT '' NOT NULL,
	"project_id" text DEFAULT '' NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"characters" bigint DEFAULT 0 NOT NULL,
	"files" bigint DEFAULT 0 NOT NULL,
	"refused" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_hours_pk" PRIMARY KEY("account_id","hour","key_id","endpoint","engine","source","target","project_id")
);
--> statement-breakpoint
CREATE TABLE "usage_months" (
	"account_id" text NOT NULL,
	"month" timestamp (6) with time zone NOT NULL,
	"requests" bigint NOT NULL,
	"characters" bigint NOT NULL,
	"files" bigint NOT NULL,
	"refused" bigint NOT NULL,
	"failed" bigint NOT NULL,
	CONSTRAINT "usage_months_account_id_month_pk" PRIMARY KEY("account_id","month")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp (6) with time zone,
	"name" text NOT NULL,
	"password_hash" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"admin_from_groups" boolean DEFAULT false NOT NULL,
	"locale" text,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"is_server" boolean DEFAULT false NOT NULL,
	"action" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"target_id" text,
	"target_name" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" text,
	"user_agent" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_chunks" (
	"document_id" text NOT NULL,
	"version" integer NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"object_key" text,
	"object_bytes" bigint,
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
	"format_options" jsonb,
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
	"plural_headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"current_version" integer DEFAULT 0 NOT NULL,
	"base_id" text,
	"base_version" integer,
	"created_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "screenshots" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"object_key" text,
	"object_bytes" bigint,
	"created_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "segment_screenshots" (
	"segment_id" text NOT NULL,
	"screenshot_id" text NOT NULL,
	"account_id" text NOT NULL,
	CONSTRAINT "segment_screenshots_segment_id_screenshot_id_pk" PRIMARY KEY("segment_id","screenshot_id")
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
	"source_forms" jsonb,
	"plural_rule" text,
	"source_hash" text NOT NULL,
	"context_hash" text NOT NULL,
	"previous_source" text,
	"word_count" integer NOT NULL,
	"char_count" integer NOT NULL,
	"max_length" integer,
	"note" text,
	"labels" text[] DEFAULT '{}' NOT NULL,
	"file_labels" text[] DEFAULT '{}' NOT NULL,
	"description" text,
	"own_max_length" integer,
	"file_max_length" integer,
	"excluded" boolean DEFAULT false NOT NULL,
	"non_linguistic" boolean DEFAULT false NOT NULL,
	"excluded_job_id" text,
	"base_id" text,
	"removed_in" integer
);
--> statement-breakpoint
CREATE TABLE "target_file_chunks" (
	"document_id" text NOT NULL,
	"language" text NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"object_key" text,
	"object_bytes" bigint,
	CONSTRAINT "target_file_chunks_document_id_language_number_pk" PRIMARY KEY("document_id","language","number")
);
--> statement-breakpoint
CREATE TABLE "engine_services" (
	"kind" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"settings" jsonb NOT NULL,
	"key" "bytea",
	"key_end" text,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "translation_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "translation_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"language" text NOT NULL,
	"type" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"segment_id" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"event_id" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"earlier_attempts" integer DEFAULT 0 NOT NULL,
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
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "export_chunks" (
	"export_id" text NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"object_key" text,
	"object_bytes" bigint,
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
CREATE TABLE "file_chunks" (
	"file_id" text NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"object_key" text,
	"object_bytes" bigint,
	CONSTRAINT "file_chunks_file_id_kind_number_pk" PRIMARY KEY("file_id","kind","number")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"key_id" text,
	"user_id" text,
	"job_id" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"file_name" text NOT NULL,
	"output_name" text NOT NULL,
	"format" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"source" text,
	"target" text NOT NULL,
	"detected_source" jsonb,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"segments_done" integer DEFAULT 0 NOT NULL,
	"segments_total" integer,
	"characters" integer DEFAULT 0 NOT NULL,
	"units" jsonb,
	"engine" text,
	"route" text[],
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (6) with time zone,
	"expires_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "object_deletions" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "glossaries" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"source_language" text NOT NULL,
	"group_id" text,
	"terms" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "glossary_targets" (
	"term_id" text NOT NULL,
	"account_id" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"usage" text DEFAULT 'preferred' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
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
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer DEFAULT 3 NOT NULL,
	"cost" integer DEFAULT 0 NOT NULL,
	"interruptions" integer DEFAULT 0 NOT NULL,
	"worker" text,
	"lease_until" timestamp (6) with time zone,
	"progress_done" integer DEFAULT 0 NOT NULL,
	"progress_total" integer DEFAULT 0 NOT NULL,
	"progress_failed" integer DEFAULT 0 NOT NULL,
	"place" text,
	"project_id" text,
	"created_by" text,
	"traceparent" text,
	"result" jsonb,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"error" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (6) with time zone,
	"finished_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"headers" jsonb NOT NULL,
	"body" json NOT NULL,
	"is_final" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "rate_events" (
	"subject" text NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"n" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "rate_events_subject_at_pk" PRIMARY KEY("subject","at")
);
--> statement-breakpoint
CREATE TABLE "rate_heads" (
	"subject" text PRIMARY KEY NOT NULL,
	"events" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "live_changes" (
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"version" bigint NOT NULL,
	"shown" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_changes_project_id_version_pk" PRIMARY KEY("project_id","version")
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
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "memory_import_batches" (
	"job_id" text NOT NULL,
	"number" integer NOT NULL,
	"account_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"units" jsonb NOT NULL,
	CONSTRAINT "memory_import_batches_job_id_number_pk" PRIMARY KEY("job_id","number")
);
--> statement-breakpoint
CREATE TABLE "memory_units" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"target_language" text NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"source_forms" jsonb,
	"target_forms" jsonb,
	"codes" jsonb,
	"source_hash" text NOT NULL,
	"context_hash" text DEFAULT '' NOT NULL,
	"word_keys" integer[],
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
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"project_id" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (6) with time zone,
	"mailed_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "project_languages" (
	"project_id" text NOT NULL,
	"account_id" text NOT NULL,
	"language" text NOT NULL,
	"position" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"translator_id" text,
	"reviewer_id" text,
	"due_at" timestamp (6) with time zone,
	"completed_at" timestamp (6) with time zone,
	CONSTRAINT "project_languages_project_id_language_pk" PRIMARY KEY("project_id","language")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"external_id" text,
	"branch_of" text,
	"branch" text,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"source_language" text NOT NULL,
	"workflow" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"status_changed_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"content_revision" bigint DEFAULT 0 NOT NULL,
	"forced_at_revision" bigint,
	"due_at" timestamp (6) with time zone,
	"overdue_told_at" timestamp (6) with time zone,
	"counters_checked_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (6) with time zone,
	"completed_at" timestamp (6) with time zone,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "authenticators" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"confirmed_at" timestamp (6) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"challenge" text NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" text NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
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
	"ignored_job_id" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "segment_suggestions" (
	"segment_id" text NOT NULL,
	"language" text NOT NULL,
	"account_id" text NOT NULL,
	"text" text NOT NULL,
	"forms" jsonb,
	"text_hash" text NOT NULL,
	"source_hash" text NOT NULL,
	"job_id" text NOT NULL,
	"created_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "segment_suggestions_segment_id_language_text_hash_pk" PRIMARY KEY("segment_id","language","text_hash")
);
--> statement-breakpoint
CREATE TABLE "translation_revisions" (
	"segment_id" text NOT NULL,
	"language" text NOT NULL,
	"account_id" text NOT NULL,
	"revision" integer NOT NULL,
	"text" text,
	"forms" jsonb,
	"state" text NOT NULL,
	"origin" text,
	"origin_detail" jsonb,
	"edited" boolean DEFAULT false NOT NULL,
	"outdated" boolean DEFAULT false NOT NULL,
	"approved_revision" integer,
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
	"forms" jsonb,
	"state" text DEFAULT 'untranslated' NOT NULL,
	"origin" text,
	"origin_detail" jsonb,
	"edited" boolean DEFAULT false NOT NULL,
	"quality_score" smallint,
	"outdated" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"base_revision" integer,
	"approved_revision" integer,
	"qa_errors" smallint DEFAULT 0 NOT NULL,
	"qa_warnings" smallint DEFAULT 0 NOT NULL,
	"open_comments" smallint DEFAULT 0 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"reviewed_by" text,
	"reviewed_at" timestamp (6) with time zone,
	CONSTRAINT "translations_segment_id_language_pk" PRIMARY KEY("segment_id","language")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_logins" ADD CONSTRAINT "device_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_logins" ADD CONSTRAINT "device_logins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_hours" ADD CONSTRAINT "usage_hours_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_months" ADD CONSTRAINT "usage_months_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_chunks" ADD CONSTRAINT "document_chunks_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenshots" ADD CONSTRAINT "screenshots_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_screenshots" ADD CONSTRAINT "segment_screenshots_segment_id_segments_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."segments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_screenshots" ADD CONSTRAINT "segment_screenshots_screenshot_id_screenshots_id_fk" FOREIGN KEY ("screenshot_id") REFERENCES "public"."screenshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_file_chunks" ADD CONSTRAINT "target_file_chunks_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_changes" ADD CONSTRAINT "translation_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_changes" ADD CONSTRAINT "translation_changes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_chunks" ADD CONSTRAINT "export_chunks_export_id_project_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."project_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_exports" ADD CONSTRAINT "project_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_exports" ADD CONSTRAINT "project_exports_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_chunks" ADD CONSTRAINT "file_chunks_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossaries" ADD CONSTRAINT "glossaries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossaries" ADD CONSTRAINT "glossaries_group_id_glossaries_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."glossaries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossary_targets" ADD CONSTRAINT "glossary_targets_term_id_glossary_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."glossary_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossary_terms" ADD CONSTRAINT "glossary_terms_glossary_id_glossaries_id_fk" FOREIGN KEY ("glossary_id") REFERENCES "public"."glossaries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_glossaries" ADD CONSTRAINT "project_glossaries_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_glossaries" ADD CONSTRAINT "project_glossaries_glossary_id_glossaries_id_fk" FOREIGN KEY ("glossary_id") REFERENCES "public"."glossaries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_errors" ADD CONSTRAINT "job_errors_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_changes" ADD CONSTRAINT "live_changes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_import_batches" ADD CONSTRAINT "memory_import_batches_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_import_batches" ADD CONSTRAINT "memory_import_batches_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_units" ADD CONSTRAINT "memory_units_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_units" ADD CONSTRAINT "memory_units_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_memories" ADD CONSTRAINT "project_memories_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_memories" ADD CONSTRAINT "project_memories_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_languages" ADD CONSTRAINT "project_languages_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_languages" ADD CONSTRAINT "project_languages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_languages" ADD CONSTRAINT "project_languages_translator_id_users_id_fk" FOREIGN KEY ("translator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_languages" ADD CONSTRAINT "project_languages_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_branch_of_projects_id_fk" FOREIGN KEY ("branch_of") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_segment_id_segments_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."segments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress_counters" ADD CONSTRAINT "progress_counters_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qa_issues" ADD CONSTRAINT "qa_issues_translation" FOREIGN KEY ("segment_id","language") REFERENCES "public"."translations"("segment_id","language") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_suggestions" ADD CONSTRAINT "segment_suggestions_translation" FOREIGN KEY ("segment_id","language") REFERENCES "public"."translations"("segment_id","language") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_revisions" ADD CONSTRAINT "translation_revisions_translation" FOREIGN KEY ("segment_id","language") REFERENCES "public"."translations"("segment_id","language") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translations" ADD CONSTRAINT "translations_segment_id_segments_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."segments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "device_logins_account" ON "device_logins" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "device_logins_user" ON "device_logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_links_account" ON "one_time_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "usage_hours_age" ON "usage_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "usage_hours_hourly" ON "usage_hours" USING btree ("hour") WHERE extract(hour from "usage_hours"."hour" at time zone 'UTC') <> 0;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "audit_entries_account" ON "audit_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_server" ON "audit_entries" USING btree ("id") WHERE "audit_entries"."is_server";--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_age" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "document_chunks_object" ON "document_chunks" USING btree ("object_key") WHERE "document_chunks"."object_key" is not null;--> statement-breakpoint
CREATE INDEX "document_versions_unread" ON "document_versions" USING btree ("job_id") WHERE "document_versions"."status" in ('queued', 'parsing');--> statement-breakpoint
CREATE UNIQUE INDEX "documents_path" ON "documents" USING btree ("project_id","path") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_account" ON "documents" USING btree ("account_id","project_id","id");--> statement-breakpoint
CREATE INDEX "documents_project" ON "documents" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "screenshots_project" ON "screenshots" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "screenshots_object" ON "screenshots" USING btree ("object_key") WHERE "screenshots"."object_key" is not null;--> statement-breakpoint
CREATE INDEX "segment_screenshots_screenshot" ON "segment_screenshots" USING btree ("screenshot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "segments_key" ON "segments" USING btree ("document_id","key");--> statement-breakpoint
CREATE INDEX "segments_order" ON "segments" USING btree ("document_id","position") WHERE "segments"."removed_in" is null;--> statement-breakpoint
CREATE INDEX "segments_page" ON "segments" USING btree ("project_id","document_id","position","id") WHERE "segments"."removed_in" is null;--> statement-breakpoint
CREATE INDEX "segments_repetitions" ON "segments" USING btree ("project_id","source_hash") WHERE "segments"."removed_in" is null;--> statement-breakpoint
CREATE INDEX "segments_labels" ON "segments" USING gin ("labels") WHERE "segments"."labels" <> '{}';--> statement-breakpoint
CREATE INDEX "segments_excluded_job" ON "segments" USING btree ("excluded_job_id","id") WHERE "segments"."excluded_job_id" is not null;--> statement-breakpoint
CREATE INDEX "target_file_chunks_object" ON "target_file_chunks" USING btree ("object_key") WHERE "target_file_chunks"."object_key" is not null;--> statement-breakpoint
CREATE INDEX "events_account" ON "events" USING btree ("account_id","sequence");--> statement-breakpoint
CREATE INDEX "events_project" ON "events" USING btree ("project_id","sequence") WHERE "events"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "events_age" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "translation_changes_group" ON "translation_changes" USING btree ("account_id","project_id","language","type","actor_type","actor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("webhook_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE "webhook_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list" ON "webhook_deliveries" USING btree ("account_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhooks_account" ON "webhooks" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "export_chunks_object" ON "export_chunks" USING btree ("object_key") WHERE "export_chunks"."object_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "project_exports_reuse" ON "project_exports" USING btree ("project_id","params_hash","content_revision") WHERE "project_exports"."status" in ('queued', 'running', 'succeeded');--> statement-breakpoint
CREATE INDEX "project_exports_project" ON "project_exports" USING btree ("account_id","project_id","id");--> statement-breakpoint
CREATE INDEX "project_exports_expiry" ON "project_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "file_chunks_object" ON "file_chunks" USING btree ("object_key") WHERE "file_chunks"."object_key" is not null;--> statement-breakpoint
CREATE INDEX "files_account" ON "files" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "files_expiry" ON "files" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "files_job" ON "files" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "glossaries_account" ON "glossaries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "glossaries_group" ON "glossaries" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "glossary_terms_list" ON "glossary_terms" USING btree ("glossary_id","id");--> statement-breakpoint
CREATE INDEX "jobs_queue" ON "jobs" USING btree ("priority" DESC NULLS LAST,"run_at","id") WHERE "jobs"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "jobs_leases" ON "jobs" USING btree ("lease_until") WHERE "jobs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "jobs_alone" ON "jobs" USING btree ("run_at") WHERE "jobs"."state" = 'queued' and "jobs"."interruptions" >= 3;--> statement-breakpoint
CREATE INDEX "jobs_active" ON "jobs" USING btree ("state") WHERE "jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_finished" ON "jobs" USING btree ("finished_at") WHERE "jobs"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "jobs_failed" ON "jobs" USING btree ("id") WHERE "jobs"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "jobs_account" ON "jobs" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "jobs_type" ON "jobs" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "jobs_project" ON "jobs" USING btree ("project_id","id") WHERE "jobs"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "live_changes_age" ON "live_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "memories_account" ON "memories" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "memories_default" ON "memories" USING btree ("account_id","source_language") WHERE "memories"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "memory_units_text" ON "memory_units" USING btree ("memory_id","target_language","source_hash","context_hash");--> statement-breakpoint
CREATE INDEX "memory_units_segment" ON "memory_units" USING btree ("segment_id","target_language");--> statement-breakpoint
CREATE INDEX "memory_units_list" ON "memory_units" USING btree ("account_id","memory_id","id");--> statement-breakpoint
CREATE INDEX "memory_units_words" ON "memory_units" USING gin ("word_keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "memory_units_without_words" ON "memory_units" USING btree ("id") WHERE "memory_units"."word_keys" is null;--> statement-breakpoint
CREATE INDEX "notifications_of_person" ON "notifications" USING btree ("account_id","user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_to_mail" ON "notifications" USING btree ("user_id","created_at") WHERE "notifications"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_project" ON "notifications" USING btree ("project_id") WHERE "notifications"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "project_languages_account" ON "project_languages" USING btree ("account_id","language");--> statement-breakpoint
CREATE INDEX "project_languages_due" ON "project_languages" USING btree ("due_at") WHERE "project_languages"."due_at" is not null and "project_languages"."completed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_external_id" ON "projects" USING btree ("account_id","external_id") WHERE "projects"."external_id" is not null and "projects"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_branch" ON "projects" USING btree ("branch_of","branch") WHERE "projects"."branch_of" is not null and "projects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "projects_created" ON "projects" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "projects_updated" ON "projects" USING btree ("account_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "projects_name" ON "projects" USING btree ("account_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "projects_due" ON "projects" USING btree ("account_id","due_at","id");--> statement-breakpoint
CREATE INDEX "projects_overdue" ON "projects" USING btree ("due_at") WHERE "projects"."overdue_told_at" is null and "projects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "passkey_challenges_user" ON "passkey_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comments_segment" ON "comments" USING btree ("segment_id","id");--> statement-breakpoint
CREATE INDEX "comments_project" ON "comments" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "progress_counters_project" ON "progress_counters" USING btree ("project_id","language");--> statement-breakpoint
CREATE UNIQUE INDEX "qa_issues_fingerprint" ON "qa_issues" USING btree ("segment_id","language","fingerprint");--> statement-breakpoint
CREATE INDEX "qa_issues_project" ON "qa_issues" USING btree ("project_id","language","id");--> statement-breakpoint
CREATE INDEX "qa_issues_ignored_job" ON "qa_issues" USING btree ("ignored_job_id","id") WHERE "qa_issues"."ignored_job_id" is not null;--> statement-breakpoint
CREATE INDEX "segment_suggestions_job" ON "segment_suggestions" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "translation_revisions_batch" ON "translation_revisions" USING btree ("batch_id") WHERE "translation_revisions"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "translations_queue" ON "translations" USING btree ("project_id","language","state","document_id");--> statement-breakpoint
CREATE INDEX "translations_updated" ON "translations" USING btree ("project_id","updated_at","segment_id");--> statement-breakpoint
CREATE INDEX "translations_qa" ON "translations" USING btree ("project_id","language") WHERE "translations"."qa_errors" > 0;--> statement-breakpoint
CREATE INDEX "translations_document" ON "translations" USING btree ("document_id","language");