import { facadeEndpoint } from "@/lib/http/compat/facade";
import { google } from "@/lib/http/compat/google/dialect";
import { v3 } from "@/lib/http/compat/google/translation";

const route = { scope: "translate", handle: v3 } as const;

export const endpoint = facadeEndpoint(google, "/v3/projects/{path...}", { GET: route, POST: route });
