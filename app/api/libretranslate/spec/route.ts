import { facadeEndpoint } from "@/lib/facades/facade";
import { atRoot, libreTranslate } from "@/lib/facades/libretranslate/dialect";
import { spec } from "@/lib/facades/libretranslate/spec";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/spec",
  { GET: { access: "public", handle: spec } },
  atRoot("/spec"),
);
