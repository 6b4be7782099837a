import { defineRoutes } from "@/lib/http/api/define-routes";
import { EngineList, EnginesQuery } from "@/lib/schemas/translate";
import { listEngines } from "@/lib/translation/languages";

export const endpoint = defineRoutes("/engines", (route) => ({
  GET: route(
    {
      operationId: "listEngines",
      summary: "List the engines for a language pair",
      description:
        "Lists the engines that translate the pair directly, best first. Use their IDs as `engine` in translation requests.",
      tag: "Languages",
      scope: null,
      query: EnginesQuery,
      response: EngineList,
      etag: true,
    },
    ({ caller, query }) => listEngines(caller, query),
  ),
}));
