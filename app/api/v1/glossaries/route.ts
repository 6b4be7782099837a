import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { CreateGlossaryBody, GlossariesQuery, Glossary, GlossaryList } from "@/lib/schemas/glossaries";
import { createGlossary, listGlossaries } from "@/lib/translation/glossaries/glossaries";

export const endpoint = defineRoutes("/glossaries", (route) => ({
  GET: route(
    {
      operationId: "listGlossaries",
      summary: "List glossaries",
      description: "Lists them newest first. Filter by source language or part of the name.",
      tag: "Glossaries",
      scope: "glossaries",
      query: GlossariesQuery,
      response: GlossaryList,
    },
    ({ caller, query }) => listGlossaries(caller, query),
  ),
  POST: route(
    {
      operationId: "createGlossary",
      summary: "Create a glossary",
      description: "A glossary has one source language, and translations into any number of other languages.",
      tag: "Glossaries",
      scope: "glossaries",
      role: "manager",
      body: CreateGlossaryBody,
      response: Glossary,
      status: 201,
      sends: ["Location"],
      idempotent: true,
      examples: { request: { name: "Product names", sourceLanguage: "en" } },
    },
    async ({ caller, body, tx }) => {
      const glossary = await createGlossary(caller, body, tx);
      return new Answer(glossary, { headers: { Location: `/v1/glossaries/${glossary.id}` } });
    },
  ),
}));
