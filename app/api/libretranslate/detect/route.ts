import { facadeEndpoint } from "@/lib/http/compat/facade";
import { detect } from "@/lib/http/compat/libretranslate/detect";
import { atRoot, libreTranslate } from "@/lib/http/compat/libretranslate/dialect";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/detect",
  { POST: { scope: "translate", handle: detect } },
  atRoot("/detect"),
);
