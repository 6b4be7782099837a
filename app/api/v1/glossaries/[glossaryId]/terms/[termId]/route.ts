import { defineRoutes } from "@/lib/http/api/define-routes";
import { PatchTermBody, Term } from "@/lib/schemas/glossaries";
import { deleteTerm, getTerm, patchTerm } from "@/lib/translation/glossaries/edit-terms";

export const endpoint = defineRoutes("/glossaries/{glossaryId}/terms/{termId}", (route) => ({
  GET: route(
    {
      operationId: "getGlossaryTerm",
      summary: "Get a term",
      description: "Returns its translations into all languages.",
      tag: "Glossaries",
      scope: "glossaries",
      response: Term,
    },
    ({ caller, params }) => getTerm(caller, params.glossaryId, params.termId),
  ),
  PATCH: route(
    {
      operationId: "updateGlossaryTerm",
      summary: "Update a term",
      description: "If you send `targets`, they replace the existing translations.",
      tag: "Glossaries",
      scope: "glossaries",
      role: "reviewer",
      body: PatchTermBody,
      response: Term,
      errors: ["conflict"],
      examples: { request: { targets: [{ language: "es", text: "factura" }] } },
    },
    ({ caller, params, body }) => patchTerm(caller, params.glossaryId, params.termId, body),
  ),
  DELETE: route(
    {
      operationId: "deleteGlossaryTerm",
      summary: "Delete a term",
      description: "Existing translations that used it stay unchanged.",
      tag: "Glossaries",
      scope: "glossaries",
      role: "reviewer",
      response: null,
    },
    ({ caller, params }) => deleteTerm(caller, params.glossaryId, params.termId),
  ),
}));
