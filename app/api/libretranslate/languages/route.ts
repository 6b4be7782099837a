import { facadeEndpoint } from "@/lib/facades/facade";
import { atRoot, libreTranslate } from "@/lib/facades/libretranslate/dialect";
import { languagesOf } from "@/lib/facades/libretranslate/languages";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/languages",
  { GET: { access: "public", handle: async () => ({ body: await languagesOf({ localOnly: false }) }) } },
  atRoot("/languages"),
);
