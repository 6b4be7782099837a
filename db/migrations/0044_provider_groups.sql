ALTER TABLE "members" ADD COLUMN "from_groups" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "admin_from_groups" boolean DEFAULT false NOT NULL;