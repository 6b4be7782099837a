import { facadeEndpoint } from "@/lib/http/compat/facade";
import { atRoot, libreTranslate } from "@/lib/http/compat/libretranslate/dialect";
import { frontendSettings } from "@/lib/http/compat/libretranslate/settings";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/frontend/settings",
  { GET: { access: "public", handle: frontendSettings } },
  atRoot("/frontend/settings"),
);
