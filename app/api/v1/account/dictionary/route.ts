import { defineRoutes } from "@/lib/http/api/define-routes";
import { Dictionary, DictionaryBody } from "@/lib/schemas/dictionary";
import { lookUp } from "@/lib/translation/dictionary";

export const endpoint = defineRoutes("/account/dictionary", (route) => ({
  POST: route(
    {
      summary: "Look up a word in the workspace's glossaries and memories",
      access: "session",
      body: DictionaryBody,
      response: Dictionary,
      charge: false,
    },
    ({ caller, body }) => lookUp(caller, body),
  ),
}));
