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
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_account" ON "audit_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_server" ON "audit_entries" USING btree ("id") WHERE "audit_entries"."is_server";--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_age" ON "audit_entries" USING btree ("created_at");