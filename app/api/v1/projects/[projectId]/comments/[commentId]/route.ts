import { defineRoutes } from "@/lib/http/api/define-routes";
import { patchComment } from "@/lib/projects/segments/comments";
import { Comment, PatchCommentBody } from "@/lib/schemas/comments";

export const endpoint = defineRoutes("/projects/{projectId}/comments/{commentId}", (route) => ({
  PATCH: route(
    {
      operationId: "updateComment",
      summary: "Update a comment or resolve an issue",
      description: "Authors can change their text; `resolved` closes or reopens an issue.",
      tag: "Segments",
      scope: "projects:write",
      role: "translator",
      body: PatchCommentBody,
      response: Comment,
      errors: ["conflict"],
      examples: { request: { resolved: true } },
    },
    ({ caller, params, body }) => patchComment(caller, params.projectId, params.commentId, body),
  ),
}));
