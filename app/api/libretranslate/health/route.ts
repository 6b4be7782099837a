import { facadeEndpoint } from "@/lib/http/compat/facade";
import { atRoot, libreTranslate } from "@/lib/http/compat/libretranslate/dialect";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/health",
  { GET: { access: "public", handle: async () => ({ body: { status: "ok" } }) } },
  atRoot("/health"),
);
