import { facadeEndpoint } from "@/lib/http/compat/facade";
import { microsoft } from "@/lib/http/compat/microsoft/dialect";
import { languages } from "@/lib/http/compat/microsoft/languages";

export const endpoint = facadeEndpoint(
  microsoft,
  "/translator/text/v3.0/languages",
  { GET: { access: "public", handle: languages } },
  "/microsoft/languages",
);
