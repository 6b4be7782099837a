import { deepl } from "@/lib/http/compat/deepl/dialect";
import { getV3, patchV3, remove } from "@/lib/http/compat/deepl/glossaries";
import { facadeEndpoint } from "@/lib/http/compat/facade";

export const endpoint = facadeEndpoint(deepl, "/v3/glossaries/{glossaryId}", {
  GET: { scope: "glossaries", handle: getV3 },
  PATCH: { scope: "glossaries", handle: patchV3 },
  DELETE: { scope: "glossaries", handle: remove },
});
