import { defineRoutes } from "@/lib/http/api/define-routes";
import { GlossaryImport, ImportGlossaryFields } from "@/lib/schemas/glossaries";
import { importGlossary } from "@/lib/translation/glossaries/import";

export const endpoint = defineRoutes("/glossaries/{glossaryId}/import", (route) => ({
  POST: route(
    {
      operationId: "importGlossaryTerms",
      summary: "Import terms into a glossary",
      description:
        "Accepts a table (CSV, TSV) or TBX, detected by its content. The first row of a table names its columns: `source`, one per language (`es`, `es:admitted`, `es:forbidden`), `definition`, `part_of_speech`, `case_sensitive`, `do_not_translate`; rows with the same source become one term. DeepL's tables with two or four columns need no header row. An existing term gets the file's translations and keeps its translations into other languages.",
      tag: "Glossaries",
      scope: "glossaries",
      role: "manager",
      multipart: ImportGlossaryFields,
      response: GlossaryImport,
      idempotent: true,
      errors: ["too_large", "unreadable_file"],
    },
    ({ caller, params, fields, file, tx }) => importGlossary(caller, params.glossaryId, file, fields, tx),
  ),
}));
