ALTER TABLE "memory_units" ADD COLUMN "source_forms" jsonb;--> statement-breakpoint
ALTER TABLE "memory_units" ADD COLUMN "target_forms" jsonb;