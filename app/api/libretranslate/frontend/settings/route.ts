import { facadeEndpoint } from "@/lib/facades/facade";
import { atRoot, libreTranslate } from "@/lib/facades/libretranslate/dialect";
import { frontendSettings } from "@/lib/facades/libretranslate/settings";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/frontend/settings",
  { GET: { access: "public", handle: frontendSettings } },
  atRoot("/frontend/settings"),
);
