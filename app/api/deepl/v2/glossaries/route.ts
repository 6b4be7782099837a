import { deepl } from "@/lib/facades/deepl/dialect";
import { createV2, listV2 } from "@/lib/facades/deepl/glossaries";
import { facadeEndpoint } from "@/lib/facades/facade";

export const endpoint = facadeEndpoint(deepl, "/v2/glossaries", {
  GET: { scope: "glossaries", handle: listV2 },
  POST: { scope: "glossaries", handle: createV2 },
});
