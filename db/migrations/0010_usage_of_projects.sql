ALTER TABLE "usage_hours" ADD COLUMN "project_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_hours" DROP CONSTRAINT "usage_hours_account_id_hour_key_id_endpoint_engine_source_target_pk";--> statement-breakpoint
ALTER TABLE "usage_hours" ADD CONSTRAINT "usage_hours_pk" PRIMARY KEY("account_id","hour","key_id","endpoint","engine","source","target","project_id");