ALTER TABLE "documents" ADD COLUMN "base_id" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "base_version" integer;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "base_id" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "branch_of" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "branch" text;--> statement-breakpoint
ALTER TABLE "translations" ADD COLUMN "base_revision" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_branch_of_projects_id_fk" FOREIGN KEY ("branch_of") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_branch" ON "projects" USING btree ("branch_of","branch") WHERE "projects"."branch_of" is not null and "projects"."deleted_at" is null;