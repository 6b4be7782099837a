ALTER TABLE "segments" ADD COLUMN "file_flags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "own_flags" text[];--> statement-breakpoint
-- Tells open streams to check their reader again, whatever took a right away. The argument is the column with the id of
-- the person, key or account.
CREATE FUNCTION announce_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('dragoman_live', json_build_object('kind', 'rights', 'of', to_jsonb(OLD) ->> TG_ARGV[0])::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "api_keys_rights" AFTER DELETE OR UPDATE OF revoked_at, expires_at, scopes, allowed_addresses ON "api_keys" FOR EACH ROW EXECUTE FUNCTION announce_rights('id');--> statement-breakpoint
CREATE TRIGGER "members_rights" AFTER DELETE OR UPDATE OF role ON "members" FOR EACH ROW EXECUTE FUNCTION announce_rights('user_id');--> statement-breakpoint
CREATE TRIGGER "sessions_rights" AFTER DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION announce_rights('user_id');--> statement-breakpoint
CREATE TRIGGER "accounts_rights" AFTER UPDATE OF deleted_at ON "accounts" FOR EACH ROW EXECUTE FUNCTION announce_rights('id');
