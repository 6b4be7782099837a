import { deepl } from "@/lib/http/compat/deepl/dialect";
import { listV2 } from "@/lib/http/compat/deepl/languages";
import { facadeEndpoint } from "@/lib/http/compat/facade";

const route = { scope: null, handle: listV2 } as const;

export const endpoint = facadeEndpoint(deepl, "/v2/languages", { GET: route, POST: route });
