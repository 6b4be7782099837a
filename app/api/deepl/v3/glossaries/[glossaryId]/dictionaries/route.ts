import { deepl } from "@/lib/http/compat/deepl/dialect";
import { deleteDictionary, putDictionary } from "@/lib/http/compat/deepl/glossaries";
import { facadeEndpoint } from "@/lib/http/compat/facade";

export const endpoint = facadeEndpoint(deepl, "/v3/glossaries/{glossaryId}/dictionaries", {
  PUT: { scope: "glossaries", handle: putDictionary },
  DELETE: { scope: "glossaries", handle: deleteDictionary },
});
