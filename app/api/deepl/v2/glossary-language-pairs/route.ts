import { deepl } from "@/lib/facades/deepl/dialect";
import { listPairs } from "@/lib/facades/deepl/languages";
import { facadeEndpoint } from "@/lib/facades/facade";

export const endpoint = facadeEndpoint(deepl, "/v2/glossary-language-pairs", {
  GET: { scope: null, handle: listPairs },
});
