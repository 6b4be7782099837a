import { facadeEndpoint } from "@/lib/http/compat/facade";
import { atRoot, libreTranslate } from "@/lib/http/compat/libretranslate/dialect";
import { languagesOf } from "@/lib/http/compat/libretranslate/languages";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/languages",
  { GET: { access: "public", handle: async () => ({ body: await languagesOf({ localOnly: false }) }) } },
  atRoot("/languages"),
);
