import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { createComment, listComments } from "@/lib/projects/segments/comments";
import { BranchQuery } from "@/lib/schemas/branch-name";
import { Comment, CommentList, CommentsQuery, CreateCommentBody } from "@/lib/schemas/comments";

export const endpoint = defineRoutes("/projects/{projectId}/comments", (route) => ({
  GET: route(
    {
      operationId: "listComments",
      summary: "List comments and issues",
      description: "Lists comments newest first. `open=true` lists only unresolved issues.",
      tag: "Segments",
      scope: "projects:read",
      query: CommentsQuery,
      response: CommentList,
    },
    async ({ caller, params, query }) =>
      listComments(caller, await projectOfBranch(caller, params.projectId, query.branch), query),
  ),
  POST: route(
    {
      operationId: "createComment",
      summary: "Comment on a segment or open an issue",
      description: "An issue is open until someone resolves it.",
      tag: "Segments",
      scope: "projects:write",
      role: "translator",
      query: BranchQuery,
      body: CreateCommentBody,
      response: Comment,
      status: 201,
      idempotent: true,
      errors: ["conflict"],
      examples: {
        request: { segmentId: "seg_01k9t3mv8wfq2s6x0c4zn7yhde", language: "es", body: "Which button is meant?" },
      },
    },
    async ({ caller, params, query, body, tx }) =>
      createComment(caller, await projectOfBranch(caller, params.projectId, query.branch, tx), body, tx),
  ),
}));
