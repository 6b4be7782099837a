import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { FileComparison } from "@/lib/schemas/files";
import { compareFile } from "@/lib/translation/files/comparison";

export const endpoint = defineRoutes("/files/{fileId}/comparison", {
  GET: route(
    {
      operationId: "compareFile",
      summary: "Compare the texts of a document and its translation",
      description:
        "Reads both documents and gives up to 1,000 segments of each, in reading order. They are pairs if `aligned` is true; a bilingual result and the text of a PDF or picture are not.",
      tag: "Files",
      scope: "files",
      params: { fileId: "file" },
      response: FileComparison,
      errors: ["conflict", "gone", "unreadable_file"],
    },
    ({ caller, params }) => compareFile(caller, params.fileId),
  ),
});
