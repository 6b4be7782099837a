import { deepl } from "@/lib/facades/deepl/dialect";
import { upload } from "@/lib/facades/deepl/documents";
import { facadeEndpoint } from "@/lib/facades/facade";

export const endpoint = facadeEndpoint(deepl, "/v2/document", { POST: { scope: "files", handle: upload } });
