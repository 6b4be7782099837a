import { deepl } from "@/lib/http/compat/deepl/dialect";
import { getV2, remove } from "@/lib/http/compat/deepl/glossaries";
import { facadeEndpoint } from "@/lib/http/compat/facade";

export const endpoint = facadeEndpoint(deepl, "/v2/glossaries/{glossaryId}", {
  GET: { scope: "glossaries", handle: getV2 },
  DELETE: { scope: "glossaries", handle: remove },
});
