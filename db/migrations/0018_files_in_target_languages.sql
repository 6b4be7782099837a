CREATE TABLE "target_file_chunks" (
	"document_id" text NOT NULL,
	"language" text NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "target_file_chunks_document_id_language_number_pk" PRIMARY KEY("document_id","language","number")
);
--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "non_linguistic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "target_file_chunks" ADD CONSTRAINT "target_file_chunks_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;