import { deepl } from "@/lib/http/compat/deepl/dialect";
import { result, status, upload } from "@/lib/http/compat/deepl/documents";
import * as glossaries from "@/lib/http/compat/deepl/glossaries";
import * as languages from "@/lib/http/compat/deepl/languages";
import { translate } from "@/lib/http/compat/deepl/translate";
import { usage } from "@/lib/http/compat/deepl/usage";
import {
  type FacadeAnswer,
  type FacadeContext,
  type FacadeRoutes,
  facadeEndpoint,
  forGetAndPost,
  unknownBelow,
} from "@/lib/http/compat/facade";

export const endpoints = [
  at("/v2/document", { POST: { scope: "files", handle: upload } }),
  at("/v2/document/{documentId}", forGetAndPost({ scope: "files", charge: false, handle: status })),
  at("/v2/document/{documentId}/result", forGetAndPost({ scope: "files", charge: false, handle: result })),
  at("/v2/glossaries", { GET: glossary(glossaries.listV2), POST: glossary(glossaries.createV2) }),
  at("/v2/glossaries/{glossaryId}", { GET: glossary(glossaries.getV2), DELETE: glossary(glossaries.remove) }),
  at("/v2/glossaries/{glossaryId}/entries", { GET: glossary(glossaries.entriesV2) }),
  at("/v2/glossary-language-pairs", { GET: { scope: null, handle: languages.listPairs } }),
  at("/v2/languages", forGetAndPost({ scope: null, handle: languages.listV2 })),
  at("/v2/translate", forGetAndPost({ scope: "translate", handle: translate })),
  at("/v2/usage", forGetAndPost({ scope: "usage:read", charge: false, handle: usage })),
  at("/v3/glossaries", { GET: glossary(glossaries.listV3), POST: glossary(glossaries.createV3) }),
  at("/v3/glossaries/{glossaryId}", {
    GET: glossary(glossaries.getV3),
    PATCH: glossary(glossaries.patchV3),
    DELETE: glossary(glossaries.remove),
  }),
  at("/v3/glossaries/{glossaryId}/dictionaries", {
    PUT: glossary(glossaries.putDictionary),
    DELETE: glossary(glossaries.deleteDictionary),
  }),
  at("/v3/glossaries/{glossaryId}/entries", { GET: glossary(glossaries.entriesV3) }),
  at("/v3/languages", { GET: { scope: null, handle: languages.listV3 } }),
  at("/v3/languages/resources", { GET: { scope: null, handle: languages.listResources } }),
  unknownBelow(deepl, "/v2", "/v3"),
];

function at(address: string, routes: FacadeRoutes) {
  return facadeEndpoint(deepl, address, routes);
}

function glossary(handle: (context: FacadeContext) => Promise<FacadeAnswer>) {
  return { scope: "glossaries", handle } as const;
}
