import { listModels, removeModel } from "@/lib/engines/admin/models";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { ModelList, ModelQuery } from "@/lib/schemas/engines";

const admin = { access: "session", admin: true } as const;

export const endpoint = defineRoutes("/admin/models", (route) => ({
  GET: route({ ...admin, summary: "List the neural models", response: ModelList }, () => listModels()),
  DELETE: route(
    {
      ...admin,
      summary: "Remove a model",
      query: ModelQuery,
      audit: { action: "models.removed", name: "query.pair" },
      response: null,
    },
    ({ query }) => removeModel(query.pair),
  ),
}));
