ALTER TABLE "segments" ADD COLUMN "labels" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "own_max_length" integer;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "file_max_length" integer;--> statement-breakpoint
CREATE INDEX "segments_labels" ON "segments" USING gin ("labels") WHERE "segments"."labels" <> '{}';