import { facadeEndpoint } from "@/lib/http/compat/facade";
import { atRoot, libreTranslate } from "@/lib/http/compat/libretranslate/dialect";
import { detect } from "@/lib/http/compat/libretranslate/languages";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/detect",
  { POST: { scope: "translate", handle: detect } },
  atRoot("/detect"),
);
