ALTER TABLE "idempotency_keys" ALTER COLUMN "body" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "is_final" boolean DEFAULT true NOT NULL;