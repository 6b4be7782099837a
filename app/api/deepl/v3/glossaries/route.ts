import { deepl } from "@/lib/http/compat/deepl/dialect";
import { createV3, listV3 } from "@/lib/http/compat/deepl/glossaries";
import { facadeEndpoint } from "@/lib/http/compat/facade";

export const endpoint = facadeEndpoint(deepl, "/v3/glossaries", {
  GET: { scope: "glossaries", handle: listV3 },
  POST: { scope: "glossaries", handle: createV3 },
});
