import { facadeEndpoint } from "@/lib/http/compat/facade";
import { atRoot, libreTranslate } from "@/lib/http/compat/libretranslate/dialect";
import { downloadFile } from "@/lib/http/compat/libretranslate/files";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/download_file/{fileName}",
  { GET: { access: "public", handle: downloadFile } },
  atRoot("/download_file/{fileName}"),
);
