import { deepl } from "@/lib/facades/deepl/dialect";
import { entriesV3 } from "@/lib/facades/deepl/glossaries";
import { facadeEndpoint } from "@/lib/facades/facade";

export const endpoint = facadeEndpoint(deepl, "/v3/glossaries/{glossaryId}/entries", {
  GET: { scope: "glossaries", handle: entriesV3 },
});
