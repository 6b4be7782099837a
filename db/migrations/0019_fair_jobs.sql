ALTER TABLE "jobs" ADD COLUMN "cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "interruptions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_alone" ON "jobs" USING btree ("run_at") WHERE "jobs"."state" = 'queued' and "jobs"."interruptions" >= 3;