import { facadeEndpoint } from "@/lib/facades/facade";
import { atRoot, libreTranslate } from "@/lib/facades/libretranslate/dialect";
import { translateFile } from "@/lib/facades/libretranslate/files";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/translate_file",
  { POST: { scope: "files", handle: translateFile } },
  atRoot("/translate_file"),
);
