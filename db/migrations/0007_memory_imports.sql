CREATE TABLE "memory_import_batches" (
	"job_id" text NOT NULL,
	"number" integer NOT NULL,
	"account_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"units" jsonb NOT NULL,
	CONSTRAINT "memory_import_batches_job_id_number_pk" PRIMARY KEY("job_id","number")
);
--> statement-breakpoint
ALTER TABLE "memory_import_batches" ADD CONSTRAINT "memory_import_batches_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_import_batches" ADD CONSTRAINT "memory_import_batches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_import_batches" ADD CONSTRAINT "memory_import_batches_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;