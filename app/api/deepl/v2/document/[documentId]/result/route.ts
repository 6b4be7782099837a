import { deepl } from "@/lib/http/compat/deepl/dialect";
import { result } from "@/lib/http/compat/deepl/documents";
import { facadeEndpoint } from "@/lib/http/compat/facade";

const route = { scope: "files", charge: false, handle: result } as const;

export const endpoint = facadeEndpoint(deepl, "/v2/document/{documentId}/result", { GET: route, POST: route });
