import { defineRoutes } from "@/lib/http/api/define-routes";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { leaveProject, reportPresence } from "@/lib/projects/realtime/presence";
import { LeaveQuery, PresenceBody, StreamQuery } from "@/lib/schemas/streams";

const PRESENCE = { access: "session", charge: false } as const;

export const endpoint = defineRoutes("/account/presence/{projectId}", (route) => ({
  PUT: route(
    {
      ...PRESENCE,
      summary: "Set the caller's position in the editor",
      description: "Others in the project see the position for 50 seconds. Repeat the request to keep it visible.",
      query: StreamQuery,
      body: PresenceBody,
      response: null,
    },
    async ({ caller, params, query, body }) =>
      reportPresence(caller, await projectOfBranch(caller, params.projectId, query.branch), body),
  ),
  DELETE: route(
    {
      ...PRESENCE,
      summary: "Leave the editor",
      query: LeaveQuery,
      response: null,
    },
    async ({ caller, params, query }) =>
      leaveProject(caller, await projectOfBranch(caller, params.projectId, query.branch), query.tab),
  ),
}));
