CREATE INDEX "usage_hours_age" ON "usage_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "usage_hours_hourly" ON "usage_hours" USING btree ("hour") WHERE extract(hour from "usage_hours"."hour" at time zone 'UTC') <> 0;--> statement-breakpoint
CREATE INDEX "document_versions_unread" ON "document_versions" USING btree ("job_id") WHERE "document_versions"."status" in ('queued', 'parsing');--> statement-breakpoint
CREATE INDEX "files_job" ON "files" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "jobs_active" ON "jobs" USING btree ("state") WHERE "jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_finished" ON "jobs" USING btree ("finished_at") WHERE "jobs"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "jobs_failed" ON "jobs" USING btree ("id") WHERE "jobs"."state" = 'failed';