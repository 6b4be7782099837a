DROP INDEX "glossary_terms_first_word";--> statement-breakpoint
ALTER TABLE "glossary_targets" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "glossary_terms" DROP COLUMN "first_word";