import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { CreateTermBody, Term, TermList, TermsQuery } from "@/lib/schemas/glossaries";
import { createTerm, listTerms } from "@/lib/translation/glossaries/edit-terms";

export const endpoint = defineRoutes("/glossaries/{glossaryId}/terms", (route) => ({
  GET: route(
    {
      operationId: "listGlossaryTerms",
      summary: "List the terms of a glossary",
      description: "Filter by text or by language of a translation.",
      tag: "Glossaries",
      scope: "glossaries",
      query: TermsQuery,
      response: TermList,
    },
    ({ caller, params, query }) => listTerms(caller, params.glossaryId, query),
  ),
  POST: route(
    {
      operationId: "createGlossaryTerm",
      summary: "Add a term to a glossary",
      description: "Send translations, or `doNotTranslate` to keep the term. New translations use it immediately.",
      tag: "Glossaries",
      scope: "glossaries",
      role: "reviewer",
      body: CreateTermBody,
      response: Term,
      status: 201,
      sends: ["Location"],
      idempotent: true,
      errors: ["conflict", "too_large"],
      examples: {
        request: {
          source: "invoice",
          partOfSpeech: "noun",
          targets: [
            { language: "es", text: "factura" },
            { language: "es", text: "recibo", usage: "forbidden" },
          ],
        },
      },
    },
    async ({ caller, params, body, tx }) => {
      const term = await createTerm(caller, params.glossaryId, body, tx);
      return new Answer(term, { headers: { Location: `/v1/glossaries/${params.glossaryId}/terms/${term.id}` } });
    },
  ),
}));
