ALTER TABLE "identities" ADD COLUMN "issuer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "identities" DROP CONSTRAINT "identities_provider_subject_pk";--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_provider_issuer_subject_pk" PRIMARY KEY("provider","issuer","subject");
