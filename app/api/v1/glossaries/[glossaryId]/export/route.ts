import { defineRoutes } from "@/lib/http/api/define-routes";
import { download } from "@/lib/http/api/download";
import { ExportGlossaryQuery } from "@/lib/schemas/glossaries";
import { exportGlossary } from "@/lib/translation/glossaries/export";

export const endpoint = defineRoutes("/glossaries/{glossaryId}/export", (route) => ({
  GET: route(
    {
      operationId: "exportGlossary",
      summary: "Export a glossary as a table or TBX",
      description: "`csv` returns a table that can be imported again, `tbx` returns TBX-Basic (ISO 30042:2019).",
      tag: "Glossaries",
      scope: "glossaries",
      query: ExportGlossaryQuery,
      audit: { action: "glossary.exported", target: "params.glossaryId" },
      response: null,
      produces: "application/octet-stream",
    },
    async ({ caller, params, query }) => download(await exportGlossary(caller, params.glossaryId, query.format)),
  ),
}));
