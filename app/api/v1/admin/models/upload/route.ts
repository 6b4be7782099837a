import { importUpload } from "@/lib/engines/admin/models";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { receiveFiles } from "@/lib/http/api/receive-files";
import { ImportedModels } from "@/lib/schemas/engines";

/** A model has three or four files of about 40 MB together; an archive may contain all models. */
const LIMIT = { files: 400, bytes: 4 * 1024 ** 3 };

export const endpoint = defineRoutes("/admin/models/upload", (route) => ({
  POST: route(
    {
      summary: "Install models from their files, or from a ZIP archive of them",
      access: "session",
      admin: true,
      audit: { action: "models.imported" },
      response: ImportedModels,
    },
    ({ request }) => importUpload((folder) => receiveFiles(request, folder, LIMIT)),
  ),
}));
