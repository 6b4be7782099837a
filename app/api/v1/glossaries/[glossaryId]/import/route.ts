import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { GlossaryImport, ImportGlossaryFields } from "@/lib/schemas/glossaries";
import { importGlossary } from "@/lib/translation/glossaries/import";

export const endpoint = defineRoutes("/glossaries/{glossaryId}/import", {
  POST: route(
    {
      operationId: "importGlossaryTerms",
      summary: "Import terms into a glossary",
      description:
        "A table (CSV, TSV) or TBX, judged by its content. The first row of a table names its columns: `source`, one per language (`es`, `es:admitted`, `es:forbidden`), `definition`, `part_of_speech`, `case_sensitive`, `do_not_translate`; rows with the same source make one term. Tables as DeepL has them, of two columns or four, need no first row. A term that is there gets the file's translations and keeps those in other languages.",
      tag: "Glossaries",
      scope: "glossaries",
      role: "manager",
      params: { glossaryId: "glossary" },
      multipart: ImportGlossaryFields,
      response: GlossaryImport,
      idempotent: true,
      errors: ["too_large", "unreadable_file"],
    },
    ({ caller, params, fields, file, tx }) => importGlossary(caller, params.glossaryId, file, fields, tx),
  ),
});
