import { deepl } from "@/lib/http/compat/deepl/dialect";
import { listPairs } from "@/lib/http/compat/deepl/languages";
import { facadeEndpoint } from "@/lib/http/compat/facade";

export const endpoint = facadeEndpoint(deepl, "/v2/glossary-language-pairs", {
  GET: { scope: null, handle: listPairs },
});
