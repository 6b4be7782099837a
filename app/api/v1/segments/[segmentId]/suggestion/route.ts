import { defineRoutes } from "@/lib/http/api/define-routes";
import { suggestTranslation } from "@/lib/projects/segments/suggest";
import { LanguageQuery, Suggestion } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/segments/{segmentId}/suggestion", (route) => ({
  POST: route(
    {
      operationId: "suggestTranslation",
      summary: "Translate a segment by machine without saving",
      description: "Uses the project's glossaries and engine. To save the result, update the translation.",
      tag: "Segments",
      scope: "projects:read",
      role: "translator",
      query: LanguageQuery,
      response: Suggestion,
      errors: ["engine_unavailable", "model_installing", "model_unavailable", "timeout"],
    },
    ({ caller, params, query, request }) =>
      suggestTranslation(caller, params.segmentId, query.language, request.signal),
  ),
}));
