ALTER TABLE "files" ADD COLUMN "proof" jsonb;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "template_languages" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "glossaries" ADD COLUMN "protect" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "protect" text[] DEFAULT '{}' NOT NULL;