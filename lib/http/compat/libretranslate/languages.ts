import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { codeOf, detectAll } from "@/lib/http/compat/languages";
import { listLanguages, type RoutingScope } from "@/lib/translation/languages";
import { LIBRETRANSLATE, required } from "./dialect";

type Language = { readonly code: string; readonly name: string; readonly targets: readonly string[] };

/** The languages with LibreTranslate's codes. */
export async function languagesOf(reach: RoutingScope): Promise<readonly Language[]> {
  const { languages } = await listLanguages(reach, {});
  const own = (tag: string) => codeOf(tag, LIBRETRANSLATE);
  return languages.map(({ code, name, targets }) => ({ code: own(code), name, targets: targets.map(own) }));
}

/** `POST /detect`: candidates for the language of a text, best first. */
export async function detect({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  const [candidates] = await detectAll(caller, [required("q", fields.text("q"))], LIBRETRANSLATE);
  return {
    body: candidates!.map(({ language, confidence }) => ({ confidence: Math.round(confidence * 100), language })),
  };
}
