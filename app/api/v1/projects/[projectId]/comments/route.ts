import { Answer, route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { nextLink } from "@/lib/api/paging";
import { createComment, listComments } from "@/lib/projects/segments/comments";
import { Comment, CommentList, CommentsQuery, CreateCommentBody } from "@/lib/schemas/segments";

export const endpoint = defineRoutes("/projects/{projectId}/comments", {
  GET: route(
    {
      operationId: "listComments",
      summary: "List comments and issues",
      tag: "Segments",
      scope: "projects:read",
      params: { projectId: "project" },
      query: CommentsQuery,
      response: CommentList,
      errors: ["not_found"],
    },
    async ({ caller, params, query, request }) => {
      const page = await listComments(caller, params.projectId, query);
      return new Answer(page, { headers: nextLink(request, page.nextCursor) });
    },
  ),
  POST: route(
    {
      operationId: "createComment",
      summary: "Comment on a segment or open an issue",
      tag: "Segments",
      scope: "projects:write",
      role: "translator",
      params: { projectId: "project" },
      body: CreateCommentBody,
      response: Comment,
      status: 201,
      idempotent: true,
      errors: ["not_found", "conflict"],
      examples: {
        request: { segmentId: "seg_01k9t3mv8wfq2s6x0c4zn7yhde", language: "es", body: "Which button is meant?" },
      },
    },
    ({ caller, params, body, tx }) => createComment(caller, params.projectId, body, tx),
  ),
});
