import { facadeEndpoint } from "@/lib/http/compat/facade";
import { atRoot, libreTranslate } from "@/lib/http/compat/libretranslate/dialect";
import { suggest } from "@/lib/http/compat/libretranslate/suggest";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/suggest",
  { POST: { scope: "projects:write", handle: suggest } },
  atRoot("/suggest"),
);
