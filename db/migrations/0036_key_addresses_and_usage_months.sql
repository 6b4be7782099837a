CREATE TABLE "usage_months" (
	"account_id" text NOT NULL,
	"month" timestamp (6) with time zone NOT NULL,
	"requests" bigint NOT NULL,
	"characters" bigint NOT NULL,
	"files" bigint NOT NULL,
	"refused" bigint NOT NULL,
	"failed" bigint NOT NULL,
	CONSTRAINT "usage_months_account_id_month_pk" PRIMARY KEY("account_id","month")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "allowed_addresses" text[];--> statement-breakpoint
ALTER TABLE "usage_months" ADD CONSTRAINT "usage_months_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;