import { type FacadeRoutes, facadeEndpoint, unknownBelow } from "@/lib/http/compat/facade";
import { microsoft } from "@/lib/http/compat/microsoft/dialect";
import { breakSentence, detect, languages } from "@/lib/http/compat/microsoft/languages";
import { translate } from "@/lib/http/compat/microsoft/translate";

export const endpoints = [
  at("/breaksentence", { POST: { scope: "translate", handle: breakSentence } }),
  at("/detect", { POST: { scope: "translate", handle: detect } }),
  at("/languages", { GET: { access: "public", handle: languages } }),
  at("/translate", { POST: { scope: "translate", handle: translate } }),
  unknownBelow(microsoft, "/translator", "/microsoft"),
];

function at(path: string, routes: FacadeRoutes) {
  return facadeEndpoint(microsoft, `/translator/text/v3.0${path}`, routes, `/microsoft${path}`);
}
