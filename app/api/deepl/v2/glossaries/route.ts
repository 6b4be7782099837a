import { deepl } from "@/lib/http/compat/deepl/dialect";
import { createV2, listV2 } from "@/lib/http/compat/deepl/glossaries";
import { facadeEndpoint } from "@/lib/http/compat/facade";

export const endpoint = facadeEndpoint(deepl, "/v2/glossaries", {
  GET: { scope: "glossaries", handle: listV2 },
  POST: { scope: "glossaries", handle: createV2 },
});
