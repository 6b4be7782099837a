import { defineRoutes } from "@/lib/http/api/define-routes";
import { changeStatus } from "@/lib/projects/status/transitions";
import { ChangedProject, TransitionBody } from "@/lib/schemas/projects";

export const endpoint = defineRoutes("/projects/{projectId}/transitions", (route) => ({
  POST: route(
    {
      operationId: "transitionProject",
      summary: "Start, complete, cancel, archive or reopen a project",
      description:
        "Other states are computed from the work. `in_progress` starts a draft, reopens a cancelled project, or restores an archived one, whose state is then computed again.",
      tag: "Projects",
      scope: "projects:write",
      role: "manager",
      body: TransitionBody,
      response: ChangedProject,
      idempotent: true,
      errors: ["conflict"],
      examples: { request: { to: "completed", force: true, reason: "The last page is not published." } },
    },
    ({ caller, params, body, tx }) => changeStatus(caller, params.projectId, body, tx),
  ),
}));
