import { defineRoutes } from "@/lib/http/api/define-routes";
import { EstimateFileFields, FileEstimate } from "@/lib/schemas/files";
import { estimateFile } from "@/lib/translation/files/estimate";

export const endpoint = defineRoutes("/account/file-estimate", (route) => ({
  POST: route(
    {
      summary: "Count the words of a file",
      access: "session",
      role: "translator",
      multipart: EstimateFileFields,
      response: FileEstimate,
      charge: false,
    },
    ({ fields, file }) => estimateFile(file, fields),
  ),
}));
