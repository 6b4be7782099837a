import { facadeEndpoint } from "@/lib/facades/facade";
import { atRoot, libreTranslate } from "@/lib/facades/libretranslate/dialect";
import { translate } from "@/lib/facades/libretranslate/translate";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/translate",
  { POST: { scope: "translate", handle: translate } },
  atRoot("/translate"),
);
