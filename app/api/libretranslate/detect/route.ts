import { facadeEndpoint } from "@/lib/facades/facade";
import { detect } from "@/lib/facades/libretranslate/detect";
import { atRoot, libreTranslate } from "@/lib/facades/libretranslate/dialect";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/detect",
  { POST: { scope: "translate", handle: detect } },
  atRoot("/detect"),
);
