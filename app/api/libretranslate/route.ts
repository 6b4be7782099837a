import { type FacadeRoutes, facadeEndpoint, unknownBelow } from "@/lib/http/compat/facade";
import { atRoot, libreTranslate } from "@/lib/http/compat/libretranslate/dialect";
import { downloadFile, translateFile } from "@/lib/http/compat/libretranslate/files";
import { detect, languagesOf } from "@/lib/http/compat/libretranslate/languages";
import { frontendSettings } from "@/lib/http/compat/libretranslate/settings";
import { spec } from "@/lib/http/compat/libretranslate/spec";
import { suggest } from "@/lib/http/compat/libretranslate/suggest";
import { translate } from "@/lib/http/compat/libretranslate/translate";

export const endpoints = [
  at("/detect", { POST: { scope: "translate", handle: detect } }),
  at("/download_file/{fileName}", { GET: { access: "public", handle: downloadFile } }),
  at("/frontend/settings", { GET: { access: "public", handle: frontendSettings } }),
  at("/health", { GET: { access: "public", handle: async () => ({ body: { status: "ok" } }) } }),
  at("/languages", {
    GET: { access: "public", handle: async () => ({ body: await languagesOf({ localOnly: false }) }) },
  }),
  at("/spec", { GET: { access: "public", handle: spec } }),
  at("/suggest", { POST: { scope: "projects:write", handle: suggest } }),
  at("/translate", { POST: { scope: "translate", handle: translate } }),
  at("/translate_file", { POST: { scope: "files", handle: translateFile } }),
  unknownBelow(libreTranslate, "/libretranslate"),
];

function at(path: string, routes: FacadeRoutes) {
  return facadeEndpoint(libreTranslate, `/libretranslate${path}`, routes, atRoot(path));
}
