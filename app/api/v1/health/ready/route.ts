import { Answer } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { readiness } from "@/lib/operate/health";
import { Readiness } from "@/lib/schemas/account";

export const endpoint = defineRoutes("/health/ready", (route) => ({
  GET: route(
    {
      operationId: "getReadiness",
      summary: "Check that the server can work: database, engine and queue",
      description: "Returns 503 with the failing component, for load balancers and orchestrators.",
      tag: "Health",
      access: "public",
      response: Readiness,
      alsoStatus: { 503: "Database, engine or queue is not available." },
    },
    async () => {
      const state = await readiness();
      return new Answer(state, state.status === "ready" ? {} : { status: 503, headers: { "Retry-After": "2" } });
    },
  ),
}));
