import { useMutation, useQuery } from "@tanstack/react-query";
import type { Analysis } from "@/lib/schemas/analysis";
import { api, at, readText } from "./fetch";
import { saveText } from "./save";

const pathOf = (projectId: string) => at`/projects/${projectId}/analysis`;

/** The analysis of a project in one language; in all languages if `language` is empty. */
export function useAnalysis(projectId: string, language: string) {
  return useQuery({
    queryKey: ["project", projectId, "analysis", language],
    queryFn: ({ signal }) => api<typeof Analysis>("GET", pathOf(projectId), { query: { language }, signal }),
  });
}

export type AnalysisFormat = "csv" | "json";
const MEDIA_TYPES: Readonly<Record<AnalysisFormat, string>> = { csv: "text/csv", json: "application/json" };

/** Downloads an analysis as a file. */
export function useDownloadAnalysis(projectId: string) {
  return useMutation({
    mutationFn: async ({ language, format }: { language: string; format: AnalysisFormat }) => {
      const text = await readText(pathOf(projectId), { query: { language }, accept: MEDIA_TYPES[format] });
      const name = ["analysis", language, projectId].filter(Boolean).join("-");
      saveText(`${name}.${format}`, text, MEDIA_TYPES[format]);
    },
  });
}
