import { deepl } from "@/lib/facades/deepl/dialect";
import { listV3 } from "@/lib/facades/deepl/languages";
import { facadeEndpoint } from "@/lib/facades/facade";

export const endpoint = facadeEndpoint(deepl, "/v3/languages", { GET: { scope: null, handle: listV3 } });
