import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { listModels, removeModel } from "@/lib/engines/admin/models";
import { ModelList, ModelQuery } from "@/lib/schemas/engines";

const admin = { tag: "Administration", access: "session", scope: null, admin: true } as const;

export const endpoint = defineRoutes("/admin/models", {
  GET: route({ ...admin, summary: "List the neural models", response: ModelList }, () => listModels()),
  DELETE: route(
    {
      ...admin,
      summary: "Remove a model",
      query: ModelQuery,
      audit: { action: "models.removed", name: "query.pair" },
      response: null,
      errors: ["not_found", "conflict"],
    },
    ({ query }) => removeModel(query.pair),
  ),
});
