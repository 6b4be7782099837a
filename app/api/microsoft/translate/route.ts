import { facadeEndpoint } from "@/lib/http/compat/facade";
import { microsoft } from "@/lib/http/compat/microsoft/dialect";
import { translate } from "@/lib/http/compat/microsoft/translate";

export const endpoint = facadeEndpoint(
  microsoft,
  "/translator/text/v3.0/translate",
  { POST: { scope: "translate", handle: translate } },
  "/microsoft/translate",
);
