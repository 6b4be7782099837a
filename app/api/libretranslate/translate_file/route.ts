import { facadeEndpoint } from "@/lib/http/compat/facade";
import { atRoot, libreTranslate } from "@/lib/http/compat/libretranslate/dialect";
import { translateFile } from "@/lib/http/compat/libretranslate/files";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/translate_file",
  { POST: { scope: "files", handle: translateFile } },
  atRoot("/translate_file"),
);
