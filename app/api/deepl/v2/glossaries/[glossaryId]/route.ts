import { deepl } from "@/lib/facades/deepl/dialect";
import { getV2, remove } from "@/lib/facades/deepl/glossaries";
import { facadeEndpoint } from "@/lib/facades/facade";

export const endpoint = facadeEndpoint(deepl, "/v2/glossaries/{glossaryId}", {
  GET: { scope: "glossaries", handle: getV2 },
  DELETE: { scope: "glossaries", handle: remove },
});
