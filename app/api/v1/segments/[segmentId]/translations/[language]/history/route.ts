import { z } from "zod";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { listRevisions } from "@/lib/projects/segments/history";
import { Paging } from "@/lib/schemas/common";
import { RevisionList } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/segments/{segmentId}/translations/{language}/history", (route) => ({
  GET: route(
    {
      operationId: "listTranslationRevisions",
      summary: "List the revisions of a translation",
      description: "Lists text, state, author and origin of each revision, newest first.",
      tag: "Segments",
      scope: "projects:read",
      query: z.strictObject(Paging),
      response: RevisionList,
    },
    ({ caller, params, query }) => listRevisions(caller, params.segmentId, params.language, query),
  ),
}));
