CREATE TABLE "segment_suggestions" (
	"segment_id" text NOT NULL,
	"language" text NOT NULL,
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"document_id" text NOT NULL,
	"text" text NOT NULL,
	"text_hash" text NOT NULL,
	"source_hash" text NOT NULL,
	"job_id" text NOT NULL,
	"created_by" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "segment_suggestions_segment_id_language_text_hash_pk" PRIMARY KEY("segment_id","language","text_hash")
);
--> statement-breakpoint
ALTER TABLE "segment_suggestions" ADD CONSTRAINT "segment_suggestions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_suggestions" ADD CONSTRAINT "segment_suggestions_translation" FOREIGN KEY ("segment_id","language") REFERENCES "public"."translations"("segment_id","language") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "segment_suggestions_job" ON "segment_suggestions" USING btree ("job_id");