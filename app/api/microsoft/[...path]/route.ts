import { facadeEndpoint } from "@/lib/http/compat/facade";
import { microsoft } from "@/lib/http/compat/microsoft/dialect";
import { unknownMethod } from "@/lib/http/compat/microsoft/languages";

const route = { scope: null, charge: false, handle: unknownMethod } as const;

/** Everything that is not answered here, such as dictionary lookup and transliteration. */
export const endpoint = facadeEndpoint(
  microsoft,
  "/translator/text/v3.0/{path...}",
  { GET: route, POST: route },
  "/microsoft/{path...}",
);
