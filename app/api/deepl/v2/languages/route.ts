import { deepl } from "@/lib/facades/deepl/dialect";
import { listV2 } from "@/lib/facades/deepl/languages";
import { facadeEndpoint } from "@/lib/facades/facade";

const route = { scope: null, handle: listV2 } as const;

export const endpoint = facadeEndpoint(deepl, "/v2/languages", { GET: route, POST: route });
