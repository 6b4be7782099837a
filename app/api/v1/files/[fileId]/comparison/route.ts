import { defineRoutes } from "@/lib/http/api/define-routes";
import { FileComparison } from "@/lib/schemas/files";
import { compareFile } from "@/lib/translation/files/comparison";

export const endpoint = defineRoutes("/files/{fileId}/comparison", (route) => ({
  GET: route(
    {
      operationId: "compareFile",
      summary: "Compare the texts of a document and its translation",
      description:
        "Returns up to 1,000 segments of each document, in reading order. If `aligned` is true, segments with the same index are pairs; this is never the case for bilingual results, PDFs and pictures.",
      tag: "Files",
      scope: "files",
      response: FileComparison,
      errors: ["conflict", "gone", "unreadable_file"],
    },
    ({ caller, params }) => compareFile(caller, params.fileId),
  ),
}));
