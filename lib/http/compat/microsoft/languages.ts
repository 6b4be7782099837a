import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { detectAll, namedLanguages } from "@/lib/http/compat/languages";
import { parseLanguage } from "@/lib/text/languages";
import { splitSentences } from "@/lib/text/sentences";
import { isDated, MICROSOFT, refused, requireVersion } from "./dialect";
import { sourceOf, textsOf } from "./translate";

/** `POST /detect`. */
export async function detect({ caller, json, request }: FacadeContext): Promise<FacadeAnswer> {
  requireVersion(request);
  const found = await detectAll(caller, textsOf(json), MICROSOFT);
  return {
    body: found.map((candidates) => {
      const [best, ...alternatives] = candidates.map(({ language, confidence, isServed }) => ({
        language,
        score: confidence,
        isTranslationSupported: isServed,
        isTransliterationSupported: false,
      }));
      return { ...best!, ...(alternatives.length > 0 ? { alternatives } : {}) };
    }),
  };
}

const SCOPES = ["translation", "transliteration", "dictionary", "models"];

/** `GET /languages`, with the names in the language of `Accept-Language`. */
export async function languages({ fields, request }: Omit<FacadeContext, "caller">): Promise<FacadeAnswer> {
  requireVersion(request);
  const accepted = /^\s*([\w-]+)/.exec(request.headers.get("accept-language") ?? "")?.[1];
  const display = (accepted && parseLanguage(accepted)) || "en";
  const scopes = fields.text("scope")?.toLowerCase().split(",") ?? ["translation"];
  if (!scopes.every((scope) => SCOPES.includes(scope))) throw refused(400_001);
  const models = isDated(request) ? { models: [] } : {};
  const named = await namedLanguages({ localOnly: false }, MICROSOFT, display);
  const translation = named.map(
    ({ code, name, nativeName, direction: dir }) => [code, { name, nativeName, dir, ...models }] as const,
  );
  return {
    body: Object.fromEntries(
      scopes.map((scope) => [scope, scope === "translation" ? Object.fromEntries(translation) : {}]),
    ),
  };
}

/** `POST /breaksentence`: the lengths of the sentences in UTF-16 units. */
export async function breakSentence({ caller, fields, json, request }: FacadeContext): Promise<FacadeAnswer> {
  requireVersion(request);
  const texts = textsOf(json);
  const named = await sourceOf(fields.text("language"), caller);
  const detected = named === undefined ? await detectAll(caller, texts, MICROSOFT) : [];
  return {
    body: texts.map((text, i) => {
      const best = detected[i]?.[0];
      return {
        ...(best ? { detectedLanguage: { language: best.language, score: best.confidence } } : {}),
        sentLen: splitSentences(text, named ?? best!.language).map((sentence) => sentence.length),
      };
    }),
  };
}
