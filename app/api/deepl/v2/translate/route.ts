import { deepl } from "@/lib/facades/deepl/dialect";
import { translate } from "@/lib/facades/deepl/translate";
import { facadeEndpoint } from "@/lib/facades/facade";

const route = { scope: "translate", handle: translate } as const;

export const endpoint = facadeEndpoint(deepl, "/v2/translate", { GET: route, POST: route });
