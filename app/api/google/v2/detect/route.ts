import { facadeEndpoint } from "@/lib/http/compat/facade";
import { google } from "@/lib/http/compat/google/dialect";
import { detect } from "@/lib/http/compat/google/translation";

const route = { scope: "translate", handle: detect } as const;

export const endpoint = facadeEndpoint(google, "/language/translate/v2/detect", { GET: route, POST: route });
