import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { EngineList, EnginesQuery } from "@/lib/schemas/translate";
import { listEngines } from "@/lib/translation/languages";

export const endpoint = defineRoutes("/engines", {
  GET: route(
    {
      operationId: "listEngines",
      summary: "List the engines for a language pair",
      description:
        "Those that translate it by themselves, the best one first: what `engine` of a translation may name.",
      tag: "Languages",
      scope: null,
      query: EnginesQuery,
      response: EngineList,
      etag: true,
    },
    ({ caller, query }) => listEngines(caller, query),
  ),
});
