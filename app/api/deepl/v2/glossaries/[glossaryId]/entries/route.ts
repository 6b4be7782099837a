import { deepl } from "@/lib/facades/deepl/dialect";
import { entriesV2 } from "@/lib/facades/deepl/glossaries";
import { facadeEndpoint } from "@/lib/facades/facade";

export const endpoint = facadeEndpoint(deepl, "/v2/glossaries/{glossaryId}/entries", {
  GET: { scope: "glossaries", handle: entriesV2 },
});
