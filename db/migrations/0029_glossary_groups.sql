ALTER TABLE "glossaries" ADD COLUMN "group_id" text;--> statement-breakpoint
ALTER TABLE "glossaries" ADD CONSTRAINT "glossaries_group_id_glossaries_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."glossaries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "glossaries_group" ON "glossaries" USING btree ("group_id");