import { deepl } from "@/lib/http/compat/deepl/dialect";
import { upload } from "@/lib/http/compat/deepl/documents";
import { facadeEndpoint } from "@/lib/http/compat/facade";

export const endpoint = facadeEndpoint(deepl, "/v2/document", { POST: { scope: "files", handle: upload } });
