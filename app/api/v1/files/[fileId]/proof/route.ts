import { defineRoutes } from "@/lib/http/api/define-routes";
import { FileProof, ProofQuery } from "@/lib/schemas/files";
import { listDifferences } from "@/lib/translation/files/comparison";

export const endpoint = defineRoutes("/files/{fileId}/proof", (route) => ({
  GET: route(
    {
      operationId: "listFileDifferences",
      summary: "List the differences between a file and its translation",
      description:
        "Lists differences found by comparing the translated file with its source, with their positions; at most the first 1,000. The file's `proof` has the counts.",
      tag: "Files",
      scope: "files",
      query: ProofQuery,
      response: FileProof,
      errors: ["conflict", "gone"],
    },
    ({ caller, params, query }) => listDifferences(caller, params.fileId, query),
  ),
}));
