import { facadeEndpoint } from "@/lib/http/compat/facade";
import { atRoot, libreTranslate } from "@/lib/http/compat/libretranslate/dialect";
import { translate } from "@/lib/http/compat/libretranslate/translate";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/translate",
  { POST: { scope: "translate", handle: translate } },
  atRoot("/translate"),
);
