import { facadeEndpoint } from "@/lib/http/compat/facade";
import { google } from "@/lib/http/compat/google/dialect";
import { translate } from "@/lib/http/compat/google/translation";

const route = { scope: "translate", handle: translate } as const;

export const endpoint = facadeEndpoint(google, "/language/translate/v2", { GET: route, POST: route });
