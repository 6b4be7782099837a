CREATE TABLE "live_changes" (
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"version" bigint NOT NULL,
	"shown" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_changes_project_id_version_pk" PRIMARY KEY("project_id","version")
);
--> statement-breakpoint
ALTER TABLE "live_changes" ADD CONSTRAINT "live_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_changes" ADD CONSTRAINT "live_changes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_changes_age" ON "live_changes" USING btree ("created_at");