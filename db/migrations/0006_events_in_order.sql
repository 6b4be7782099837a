CREATE TABLE "translation_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "translation_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" text NOT NULL,
	"project_id" text NOT NULL,
	"language" text NOT NULL,
	"type" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"segment_id" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "translation_changes" ADD CONSTRAINT "translation_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_changes" ADD CONSTRAINT "translation_changes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "translation_changes_group" ON "translation_changes" USING btree ("account_id","project_id","language","type","actor_type","actor_id");--> statement-breakpoint
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
