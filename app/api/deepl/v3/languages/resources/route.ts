import { deepl } from "@/lib/facades/deepl/dialect";
import { listResources } from "@/lib/facades/deepl/languages";
import { facadeEndpoint } from "@/lib/facades/facade";

export const endpoint = facadeEndpoint(deepl, "/v3/languages/resources", {
  GET: { scope: null, handle: listResources },
});
