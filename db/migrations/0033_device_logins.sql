CREATE TABLE "device_logins" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_code" text NOT NULL,
	"client_name" text NOT NULL,
	"client_address" text NOT NULL,
	"approved" boolean,
	"user_id" text,
	"account_id" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"polled_at" timestamp (6) with time zone,
	"expires_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "device_logins_user_code_unique" UNIQUE("user_code")
);
--> statement-breakpoint
ALTER TABLE "device_logins" ADD CONSTRAINT "device_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_logins" ADD CONSTRAINT "device_logins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_logins_account" ON "device_logins" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "device_logins_user" ON "device_logins" USING btree ("user_id");