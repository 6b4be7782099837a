import { facadeEndpoint } from "@/lib/http/compat/facade";
import { microsoft } from "@/lib/http/compat/microsoft/dialect";
import { breakSentence } from "@/lib/http/compat/microsoft/languages";

export const endpoint = facadeEndpoint(
  microsoft,
  "/translator/text/v3.0/breaksentence",
  { POST: { scope: "translate", handle: breakSentence } },
  "/microsoft/breaksentence",
);
