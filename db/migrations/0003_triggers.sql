-- Numbers an event when its transaction commits, one transaction of an account after the other. A number taken earlier
-- could become visible after higher ones that were taken later and committed sooner: a reader that asks for what came
-- after the highest number it has seen would never get that event. The lock is the account's, and held for the moment of
-- the commit only; nothing is waited for while it is held, so that it cannot take part in a deadlock. (A transaction that
-- records events of several accounts could; there is none.)
CREATE FUNCTION number_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('events ' || NEW.account_id, 0));
  UPDATE events SET sequence = DEFAULT WHERE id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER number_event AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION number_event();
--> statement-breakpoint
-- Deletes an object with the last row that refers to it, whatever deletes the row. A key that is referred to again
-- keeps its object: see db/object-sweep.ts.
CREATE FUNCTION "queue_object_deletion"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.object_key IS NOT NULL AND (TG_OP = 'DELETE' OR NEW.object_key IS DISTINCT FROM OLD.object_key) THEN
		INSERT INTO object_deletions (key) VALUES (OLD.object_key) ON CONFLICT (key) DO UPDATE SET at = now();
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "document_chunks_object" AFTER DELETE OR UPDATE OF object_key ON "document_chunks" FOR EACH ROW EXECUTE FUNCTION queue_object_deletion();--> statement-breakpoint
CREATE TRIGGER "target_file_chunks_object" AFTER DELETE OR UPDATE OF object_key ON "target_file_chunks" FOR EACH ROW EXECUTE FUNCTION queue_object_deletion();--> statement-breakpoint
CREATE TRIGGER "export_chunks_object" AFTER DELETE OR UPDATE OF object_key ON "export_chunks" FOR EACH ROW EXECUTE FUNCTION queue_object_deletion();--> statement-breakpoint
CREATE TRIGGER "file_chunks_object" AFTER DELETE OR UPDATE OF object_key ON "file_chunks" FOR EACH ROW EXECUTE FUNCTION queue_object_deletion();--> statement-breakpoint
CREATE TRIGGER "screenshots_object" AFTER DELETE OR UPDATE OF object_key ON "screenshots" FOR EACH ROW EXECUTE FUNCTION queue_object_deletion();
--> statement-breakpoint
-- A unit has many words of a large vocabulary: with the default of 100 the planner misjudges how many units share one.
ALTER TABLE "memory_units" ALTER COLUMN "word_keys" SET STATISTICS 1000;
