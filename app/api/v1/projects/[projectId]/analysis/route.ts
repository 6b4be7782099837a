import { defineRoutes } from "@/lib/http/api/define-routes";
import { contentDisposition } from "@/lib/http/api/download";
import { analyze } from "@/lib/projects/analysis/analysis";
import { analysisCsv } from "@/lib/projects/analysis/analysis-csv";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { Analysis, AnalysisQuery } from "@/lib/schemas/analysis";

export const endpoint = defineRoutes("/projects/{projectId}/analysis", (route) => ({
  GET: route(
    {
      operationId: "analyzeProject",
      summary: "Analyze the work of a project",
      description:
        "Counts segments, words and characters per language and document: before translation by repetitions and current memory matches, after translation by origin of the translations. If the workspace has rates, the response includes the cost. `Accept: text/csv` returns a table.",
      tag: "Projects",
      scope: "projects:read",
      query: AnalysisQuery,
      response: Analysis,
      produces: "text/csv",
      errors: ["too_large"],
    },
    async ({ caller, params, query, request }) => {
      const analysis = await analyze(caller, await projectOfBranch(caller, params.projectId, query.branch), query);
      if (!request.headers.get("accept")?.includes("text/csv")) return analysis;
      return new Response(analysisCsv(analysis), {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": contentDisposition(`analysis-${params.projectId}.csv`),
        },
      });
    },
  ),
}));
