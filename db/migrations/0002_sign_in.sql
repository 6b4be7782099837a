CREATE TABLE "sign_in_throttles" (
	"subject" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"window_start" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"blocked_until" timestamp (6) with time zone,
	"blocks" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "default_source" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "default_targets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_links" ADD COLUMN "mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp (6) with time zone;