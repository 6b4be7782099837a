import { facadeEndpoint } from "@/lib/http/compat/facade";
import { google } from "@/lib/http/compat/google/dialect";
import { languages } from "@/lib/http/compat/google/translation";

const route = { scope: null, handle: languages } as const;

export const endpoint = facadeEndpoint(google, "/language/translate/v2/languages", { GET: route, POST: route });
