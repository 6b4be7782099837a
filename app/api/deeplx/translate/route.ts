import { deeplx, translate } from "@/lib/http/compat/deepl/deeplx";
import { facadeEndpoint } from "@/lib/http/compat/facade";

export const endpoint = facadeEndpoint(
  deeplx,
  "/deeplx/translate",
  { POST: { scope: "translate", handle: translate } },
  "/deeplx/v1/translate",
);
