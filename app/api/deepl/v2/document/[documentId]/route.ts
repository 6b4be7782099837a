import { deepl } from "@/lib/facades/deepl/dialect";
import { status } from "@/lib/facades/deepl/documents";
import { facadeEndpoint } from "@/lib/facades/facade";

const route = { scope: "files", charge: false, handle: status } as const;

export const endpoint = facadeEndpoint(deepl, "/v2/document/{documentId}", { GET: route, POST: route });
