import { deepl } from "@/lib/http/compat/deepl/dialect";
import { listResources } from "@/lib/http/compat/deepl/languages";
import { facadeEndpoint } from "@/lib/http/compat/facade";

export const endpoint = facadeEndpoint(deepl, "/v3/languages/resources", {
  GET: { scope: null, handle: listResources },
});
