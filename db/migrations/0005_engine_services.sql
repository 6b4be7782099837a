CREATE TABLE "engine_services" (
	"kind" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"settings" jsonb NOT NULL,
	"key" "bytea",
	"key_end" text,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
