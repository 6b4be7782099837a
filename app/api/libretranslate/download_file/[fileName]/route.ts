import { facadeEndpoint } from "@/lib/facades/facade";
import { atRoot, libreTranslate } from "@/lib/facades/libretranslate/dialect";
import { downloadFile } from "@/lib/facades/libretranslate/files";

export const endpoint = facadeEndpoint(
  libreTranslate,
  "/libretranslate/download_file/{fileName}",
  { GET: { access: "public", handle: downloadFile } },
  atRoot("/download_file/{fileName}"),
);
