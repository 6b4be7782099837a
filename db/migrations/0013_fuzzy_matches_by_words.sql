ALTER TABLE "memory_units" ADD COLUMN "word_keys" integer[];--> statement-breakpoint
CREATE INDEX "memory_units_words" ON "memory_units" USING gin ("word_keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "memory_units_without_words" ON "memory_units" USING btree ("id") WHERE "memory_units"."word_keys" is null;--> statement-breakpoint
ALTER TABLE "memory_units" ALTER COLUMN "word_keys" SET STATISTICS 1000;--> statement-breakpoint
DROP INDEX "memory_units_fuzzy";
