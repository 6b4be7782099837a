import { defineRoutes } from "@/lib/http/api/define-routes";
import { findMatches } from "@/lib/projects/segments/matches";
import { LanguageQuery, Matches } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/segments/{segmentId}/matches", (route) => ({
  GET: route(
    {
      operationId: "listSegmentMatches",
      summary: "List memory matches, repetitions and glossary terms of a segment",
      description: "Returns matches from the project's memories, best first, and terms from its glossaries.",
      tag: "Segments",
      scope: "projects:read",
      query: LanguageQuery,
      response: Matches,
    },
    ({ caller, params, query }) => findMatches(caller, params.segmentId, query.language),
  ),
}));
