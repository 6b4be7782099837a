import { facadeEndpoint } from "@/lib/http/compat/facade";
import { atRoot, libreTranslate } from "@/lib/http/compat/libretranslate/dialect";
import { spec } from "@/lib/http/compat/libretranslate/spec";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/spec",
  { GET: { access: "public", handle: spec } },
  atRoot("/spec"),
);
