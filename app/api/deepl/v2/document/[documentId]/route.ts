import { deepl } from "@/lib/http/compat/deepl/dialect";
import { status } from "@/lib/http/compat/deepl/documents";
import { facadeEndpoint } from "@/lib/http/compat/facade";

const route = { scope: "files", charge: false, handle: status } as const;

export const endpoint = facadeEndpoint(deepl, "/v2/document/{documentId}", { GET: route, POST: route });
