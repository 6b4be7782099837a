import { facadeEndpoint } from "@/lib/facades/facade";
import { atRoot, libreTranslate } from "@/lib/facades/libretranslate/dialect";
import { suggest } from "@/lib/facades/libretranslate/suggest";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/suggest",
  { POST: { scope: "projects:write", handle: suggest } },
  atRoot("/suggest"),
);
