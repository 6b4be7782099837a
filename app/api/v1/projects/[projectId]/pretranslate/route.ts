import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { pretranslate } from "@/lib/projects/pretranslate/pretranslate";
import { BranchQuery } from "@/lib/schemas/branch-name";
import { PretranslateAnswer, PretranslateBody } from "@/lib/schemas/pretranslate";

export const endpoint = defineRoutes("/projects/{projectId}/pretranslate", (route) => ({
  POST: route(
    {
      operationId: "pretranslateProject",
      summary: "Pretranslate a project from memory and by machine",
      description:
        "Uses repetitions and exact memory matches first, then the engine. Texts that people wrote or confirmed stay, unless a manager chooses to overwrite everything. Undo a pretranslation with `POST /jobs/{jobId}/undo`.",
      tag: "Documents",
      scope: "projects:write",
      role: "reviewer",
      query: BranchQuery,
      body: PretranslateBody,
      response: PretranslateAnswer,
      status: 202,
      sends: ["Location", "Retry-After"],
      idempotent: true,
      errors: ["conflict"],
      examples: { request: { languages: ["es"], method: ["tm", "mt"] } },
    },
    async ({ caller, params, query, body, tx }) => {
      const answer = await pretranslate(
        caller,
        await projectOfBranch(caller, params.projectId, query.branch, tx),
        body,
        tx,
      );
      return new Answer(answer, {
        headers: {
          Location: answer.jobs[0]?.links.self ?? `/v1/projects/${params.projectId}/jobs`,
          "Retry-After": "1",
        },
      });
    },
  ),
}));
