ALTER TABLE "segments" ADD COLUMN "source_forms" jsonb;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "plural_rule" text;--> statement-breakpoint
ALTER TABLE "segment_suggestions" ADD COLUMN "forms" jsonb;--> statement-breakpoint
ALTER TABLE "translation_revisions" ADD COLUMN "forms" jsonb;--> statement-breakpoint
ALTER TABLE "translations" ADD COLUMN "forms" jsonb;