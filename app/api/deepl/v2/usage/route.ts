import { deepl } from "@/lib/facades/deepl/dialect";
import { usage } from "@/lib/facades/deepl/usage";
import { facadeEndpoint } from "@/lib/facades/facade";

const route = { scope: "usage:read", charge: false, handle: usage } as const;

export const endpoint = facadeEndpoint(deepl, "/v2/usage", { GET: route, POST: route });
