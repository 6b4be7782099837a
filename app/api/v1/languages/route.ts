import { defineRoutes } from "@/lib/http/api/define-routes";
import { Languages, LanguagesQuery } from "@/lib/schemas/translate";
import { listLanguages } from "@/lib/translation/languages";

export const endpoint = defineRoutes("/languages", (route) => ({
  GET: route(
    {
      operationId: "listLanguages",
      summary: "List the available languages",
      description: "Every listed pair can be translated, directly or through one other language.",
      tag: "Languages",
      scope: null,
      query: LanguagesQuery,
      response: Languages,
      etag: true,
    },
    ({ caller, query }) => listLanguages(caller, query),
  ),
}));
