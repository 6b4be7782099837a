import { deepl } from "@/lib/facades/deepl/dialect";
import { deleteDictionary, putDictionary } from "@/lib/facades/deepl/glossaries";
import { facadeEndpoint } from "@/lib/facades/facade";

export const endpoint = facadeEndpoint(deepl, "/v3/glossaries/{glossaryId}/dictionaries", {
  PUT: { scope: "glossaries", handle: putDictionary },
  DELETE: { scope: "glossaries", handle: deleteDictionary },
});
