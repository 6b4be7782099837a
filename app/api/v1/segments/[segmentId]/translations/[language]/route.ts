import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { requireRevision } from "@/lib/http/api/etag";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { EditedTranslation, PatchTranslationBody } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/segments/{segmentId}/translations/{language}", (route) => ({
  PATCH: route(
    {
      operationId: "updateTranslation",
      summary: "Edit, confirm, approve or reject a translation",
      description:
        '`If-Match` names the revision that was read, such as `"3"` (`"0"` for an untouched one); another one is 412 with the present text in `details.current`.',
      tag: "Segments",
      scope: "projects:write",
      role: "translator",
      body: PatchTranslationBody,
      bodyBytes: () => 512 * 1024,
      response: EditedTranslation,
      errors: ["conflict"],
      ifMatch: "required",
      sends: ["ETag"],
      examples: { request: { text: "Los reembolsos tardan dos días.", state: "reviewed" } },
    },
    async ({ caller, params, body, request }) => {
      const revision = requireRevision(request);
      const edited = await editTranslation(caller, params.segmentId, params.language, revision, body);
      return new Answer(edited, { headers: { ETag: `"${edited.revision}"` } });
    },
  ),
}));
