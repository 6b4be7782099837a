import { deepl } from "@/lib/http/compat/deepl/dialect";
import { translate } from "@/lib/http/compat/deepl/translate";
import { facadeEndpoint } from "@/lib/http/compat/facade";

const route = { scope: "translate", handle: translate } as const;

export const endpoint = facadeEndpoint(deepl, "/v2/translate", { GET: route, POST: route });
