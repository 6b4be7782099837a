import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { contentDisposition } from "@/lib/http/api/download";
import { analyze } from "@/lib/projects/analysis/analysis";
import { analysisCsv } from "@/lib/projects/analysis/analysis-csv";
import { projectOfBranch } from "@/lib/projects/branches/branches";
import { Analysis, AnalysisQuery } from "@/lib/schemas/analysis";

export const endpoint = defineRoutes("/projects/{projectId}/analysis", {
  GET: route(
    {
      operationId: "analyzeProject",
      summary: "Analyze the work of a project",
      description:
        "Segments, words and characters per language and document: before the work by repetitions and matches of the project's memories as they are now, after it by where the translations came from. With the workspace's rates, their cost. `Accept: text/csv` gives a table.",
      tag: "Projects",
      scope: "projects:read",
      params: { projectId: "project" },
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
});
