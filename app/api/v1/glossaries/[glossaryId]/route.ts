import { defineRoutes } from "@/lib/http/api/define-routes";
import { Glossary, PatchGlossaryBody } from "@/lib/schemas/glossaries";
import { deleteGlossary, getGlossary, patchGlossary } from "@/lib/translation/glossaries/glossaries";

export const endpoint = defineRoutes("/glossaries/{glossaryId}", (route) => ({
  GET: route(
    {
      operationId: "getGlossary",
      summary: "Get a glossary",
      description: "Returns its languages, number of terms and version.",
      tag: "Glossaries",
      scope: "glossaries",
      response: Glossary,
    },
    ({ caller, params }) => getGlossary(caller, params.glossaryId),
  ),
  PATCH: route(
    {
      operationId: "updateGlossary",
      summary: "Rename a glossary",
      description: "Changes the name or the protected patterns.",
      tag: "Glossaries",
      scope: "glossaries",
      role: "manager",
      body: PatchGlossaryBody,
      response: Glossary,
      examples: { request: { name: "Product and feature names" } },
    },
    ({ caller, params, body }) => patchGlossary(caller, params.glossaryId, body),
  ),
  DELETE: route(
    {
      operationId: "deleteGlossary",
      summary: "Delete a glossary",
      description: "Also deletes its terms. Projects that used it continue without it.",
      tag: "Glossaries",
      scope: "glossaries",
      role: "manager",
      response: null,
    },
    ({ caller, params }) => deleteGlossary(caller, params.glossaryId),
  ),
}));
