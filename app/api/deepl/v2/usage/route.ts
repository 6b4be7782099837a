import { deepl } from "@/lib/http/compat/deepl/dialect";
import { usage } from "@/lib/http/compat/deepl/usage";
import { facadeEndpoint } from "@/lib/http/compat/facade";

const route = { scope: "usage:read", charge: false, handle: usage } as const;

export const endpoint = facadeEndpoint(deepl, "/v2/usage", { GET: route, POST: route });
