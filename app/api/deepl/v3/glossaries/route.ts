import { deepl } from "@/lib/facades/deepl/dialect";
import { createV3, listV3 } from "@/lib/facades/deepl/glossaries";
import { facadeEndpoint } from "@/lib/facades/facade";

export const endpoint = facadeEndpoint(deepl, "/v3/glossaries", {
  GET: { scope: "glossaries", handle: listV3 },
  POST: { scope: "glossaries", handle: createV3 },
});
