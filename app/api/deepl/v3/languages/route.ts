import { deepl } from "@/lib/http/compat/deepl/dialect";
import { listV3 } from "@/lib/http/compat/deepl/languages";
import { facadeEndpoint } from "@/lib/http/compat/facade";

export const endpoint = facadeEndpoint(deepl, "/v3/languages", { GET: { scope: null, handle: listV3 } });
