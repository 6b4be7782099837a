ALTER TABLE "webhooks" ADD COLUMN "deleted_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "glossaries" ADD COLUMN "deleted_at" timestamp (6) with time zone;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "deleted_at" timestamp (6) with time zone;