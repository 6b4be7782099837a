import { importModels } from "@/lib/engines/admin/models";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { ImportedModels, ImportModelsBody } from "@/lib/schemas/engines";

export const endpoint = defineRoutes("/admin/models/import", (route) => ({
  POST: route(
    {
      summary: "Install the models in a folder of the server",
      access: "session",
      admin: true,
      body: ImportModelsBody,
      audit: { action: "models.imported" },
      response: ImportedModels,
    },
    ({ body }) => importModels(body.folder),
  ),
}));
