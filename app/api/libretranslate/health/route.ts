import { facadeEndpoint } from "@/lib/facades/facade";
import { atRoot, libreTranslate } from "@/lib/facades/libretranslate/dialect";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/health",
  { GET: { access: "public", handle: async () => ({ body: { status: "ok" } }) } },
  atRoot("/health"),
);
