import { deepl } from "@/lib/http/compat/deepl/dialect";
import { entriesV2 } from "@/lib/http/compat/deepl/glossaries";
import { facadeEndpoint } from "@/lib/http/compat/facade";

export const endpoint = facadeEndpoint(deepl, "/v2/glossaries/{glossaryId}/entries", {
  GET: { scope: "glossaries", handle: entriesV2 },
});
