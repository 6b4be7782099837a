CREATE TABLE "object_deletions" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_chunks" ADD COLUMN "object_key" text;--> statement-breakpoint
ALTER TABLE "document_chunks" ADD COLUMN "object_bytes" bigint;--> statement-breakpoint
ALTER TABLE "screenshots" ADD COLUMN "object_key" text;--> statement-breakpoint
ALTER TABLE "screenshots" ADD COLUMN "object_bytes" bigint;--> statement-breakpoint
ALTER TABLE "target_file_chunks" ADD COLUMN "object_key" text;--> statement-breakpoint
ALTER TABLE "target_file_chunks" ADD COLUMN "object_bytes" bigint;--> statement-breakpoint
ALTER TABLE "export_chunks" ADD COLUMN "object_key" text;--> statement-breakpoint
ALTER TABLE "export_chunks" ADD COLUMN "object_bytes" bigint;--> statement-breakpoint
ALTER TABLE "file_chunks" ADD COLUMN "object_key" text;--> statement-breakpoint
ALTER TABLE "file_chunks" ADD COLUMN "object_bytes" bigint;--> statement-breakpoint
CREATE INDEX "document_chunks_object" ON "document_chunks" USING btree ("object_key") WHERE "document_chunks"."object_key" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_object" ON "screenshots" USING btree ("object_key") WHERE "screenshots"."object_key" is not null;--> statement-breakpoint
CREATE INDEX "target_file_chunks_object" ON "target_file_chunks" USING btree ("object_key") WHERE "target_file_chunks"."object_key" is not null;--> statement-breakpoint
CREATE INDEX "export_chunks_object" ON "export_chunks" USING btree ("object_key") WHERE "export_chunks"."object_key" is not null;--> statement-breakpoint
CREATE INDEX "file_chunks_object" ON "file_chunks" USING btree ("object_key") WHERE "file_chunks"."object_key" is not null;
--> statement-breakpoint
-- Deletes an object with the last row that refers to it, whatever deletes the row. A key that is referred to again
-- keeps its object: see db/object-sweep.ts.
CREATE FUNCTION "queue_object_deletion"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.object_key IS NOT NULL AND (TG_OP = 'DELETE' OR NEW.object_key IS DISTINCT FROM OLD.object_key) THEN
		INSERT INTO object_deletions (key) VALUES (OLD.object_key) ON CONFLICT (key) DO UPDATE SET at = now();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "document_chunks_object" AFTER DELETE OR UPDATE OF object_key ON "document_chunks" FOR EACH ROW EXECUTE FUNCTION queue_object_deletion();--> statement-breakpoint
CREATE TRIGGER "target_file_chunks_object" AFTER DELETE OR UPDATE OF object_key ON "target_file_chunks" FOR EACH ROW EXECUTE FUNCTION queue_object_deletion();--> statement-breakpoint
CREATE TRIGGER "export_chunks_object" AFTER DELETE OR UPDATE OF object_key ON "export_chunks" FOR EACH ROW EXECUTE FUNCTION queue_object_deletion();--> statement-breakpoint
CREATE TRIGGER "file_chunks_object" AFTER DELETE OR UPDATE OF object_key ON "file_chunks" FOR EACH ROW EXECUTE FUNCTION queue_object_deletion();--> statement-breakpoint
CREATE TRIGGER "screenshots_object" AFTER DELETE OR UPDATE OF object_key ON "screenshots" FOR EACH ROW EXECUTE FUNCTION queue_object_deletion();
