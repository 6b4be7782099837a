CREATE TABLE "job_values" (
	"job_id" text NOT NULL,
	"account_id" text NOT NULL,
	"number" integer NOT NULL,
	"key" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text NOT NULL,
	"line" integer,
	CONSTRAINT "job_values_job_id_number_pk" PRIMARY KEY("job_id","number")
);
--> statement-breakpoint
ALTER TABLE "job_values" ADD CONSTRAINT "job_values_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;