import { deepl } from "@/lib/facades/deepl/dialect";
import { result } from "@/lib/facades/deepl/documents";
import { facadeEndpoint } from "@/lib/facades/facade";

const route = { scope: "files", charge: false, handle: result } as const;

export const endpoint = facadeEndpoint(deepl, "/v2/document/{documentId}/result", { GET: route, POST: route });
