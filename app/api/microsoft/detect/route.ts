import { facadeEndpoint } from "@/lib/http/compat/facade";
import { microsoft } from "@/lib/http/compat/microsoft/dialect";
import { detect } from "@/lib/http/compat/microsoft/languages";

export const endpoint = facadeEndpoint(
  microsoft,
  "/translator/text/v3.0/detect",
  { POST: { scope: "translate", handle: detect } },
  "/microsoft/detect",
);
